import { inProviderSpan } from '../tracing/trace.ts';
import type { Provider } from './provider.ts';
import { wrapCalls } from './wrap-calls.ts';

/** Wraps a provider so that its calls are spans of the current trace. */
export function tracedProvider(provider: Provider): Provider {
  return wrapCalls(provider, (operation, call) =>
    inProviderSpan(`${provider.name} ${operation.replaceAll('_', ' ')}`, call),
  );
}
