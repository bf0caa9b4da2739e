import { inProviderSpan } from '../tracing/trace.ts';
import { aroundCalls } from './around-calls.ts';
import type { Provider } from './provider.ts';

/** Wraps a provider so that its calls are spans of the current trace. */
export function tracedProvider(provider: Provider): Provider {
  return aroundCalls(provider, (operation, call) =>
    inProviderSpan(`${provider.name} ${operation.replaceAll('_', ' ')}`, call),
  );
}
