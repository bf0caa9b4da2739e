import { inProviderSpan } from '../tracing/trace.ts';
import { aroundCalls } from './around-calls.ts';
import type { Provider } from './provider.ts';

/** A provider whose calls are spans of the traces they belong to. */
export function tracedProvider(provider: Provider): Provider {
  return aroundCalls(provider, (operation, call) =>
    inProviderSpan(`${provider.name} ${operation.replaceAll('_', ' ')}`, call),
  );
}
