import { inProviderSpan } from '../operation/trace.ts';
import type { Provider } from './provider.ts';

/** A provider whose calls are spans of the traces they belong to. */
export function tracedProvider(provider: Provider): Provider {
  const { name } = provider;
  return {
    name,
    start: (request) => inProviderSpan(`${name} start`, () => provider.start(request)),
    readEvent: (headers, body) => provider.readEvent(headers, body),
    refund: (payment) => inProviderSpan(`${name} refund`, () => provider.refund(payment)),
  };
}
