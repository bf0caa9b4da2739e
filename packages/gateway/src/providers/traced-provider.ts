import { inProviderSpan } from '../tracing/trace.ts';
import type { Provider } from './provider.ts';

/** A provider whose calls are spans of the traces they belong to; lists are not: they end when their reader ends. */
export function tracedProvider(provider: Provider): Provider {
  const { name } = provider;
  const span = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    inProviderSpan(`${name} ${operation}`, work);
  return {
    ...provider,
    start: (request) => span('start', () => provider.start(request)),
    find: (payment) => span('find', () => provider.find(payment)),
    findByMoney: (reference) => span('find by money', () => provider.findByMoney(reference)),
    close: (payment) => span('close', () => provider.close(payment)),
    refund: (request) => span('refund', () => provider.refund(request)),
    findRefund: (refund) => span('find refund', () => provider.findRefund(refund)),
  };
}
