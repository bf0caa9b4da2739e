import { setTimeout } from 'node:timers/promises';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { wrapCalls } from './wrap-calls.ts';

/** Time that a person waits for the provider's records: five seconds. */
export const LOOK_UP_MS = 5000;

/** Code of the fault if the time was over before a response. */
export const TIME_OVER = 'timeout';

/**
 * Wraps a provider for a person who waits. Each call, and each list of refunds of some money, fails after `ms`
 * milliseconds since this call, however long the provider's own limits and retries would take. A later response is
 * dropped.
 * @param ms milliseconds for all calls together.
 */
export function withinTime(provider: Provider, ms: number): Provider {
  const timeOver = setTimeout(ms, undefined, { ref: false }).then((): never => {
    throw new ProviderError(provider.name, 'look-up', { code: TIME_OVER });
  });
  // It may end while nothing is looked up.
  timeOver.catch(() => {});
  const inTime = <T>(call: Promise<T>): Promise<T> => Promise.race([call, timeOver]);
  return {
    ...wrapCalls(provider, (_operation, call) => inTime(call())),
    async *refundsOf(paymentReference) {
      const reports = provider.refundsOf(paymentReference)[Symbol.asyncIterator]();
      while (true) {
        const next = await inTime(reports.next());
        if (next.done) return;
        yield next.value;
      }
    },
  };
}
