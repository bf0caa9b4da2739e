import type { Provider } from './provider.ts';

/** Wraps each call of a provider. Its lists are not wrapped: they end when their reader ends. */
export function wrapCalls(
  provider: Provider,
  around: <T>(operation: string, call: () => Promise<T>) => Promise<T>,
): Provider {
  return {
    ...provider,
    start: (request) => around('start', () => provider.start(request)),
    find: (payment) => around('find', () => provider.find(payment)),
    findByMoney: (reference) => around('find_by_money', () => provider.findByMoney(reference)),
    close: (payment) => around('close', () => provider.close(payment)),
    refund: (request) => around('refund', () => provider.refund(request)),
    findRefund: (refund) => around('find_refund', () => provider.findRefund(refund)),
  };
}
