import { setTimeout } from 'node:timers/promises';
import { aroundCalls } from './around-calls.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** The code of the fault where the time was over before a response. */
export const TIME_OVER = 'timeout';

/**
 * A provider for a person who waits: each look-up by call, and each of the refunds of some money, fails once some time
 * has passed since this call, however long the provider's own limits and repeats would take. What it responds later is
 * dropped.
 * @param ms milliseconds for all calls together.
 */
export function withinTime(provider: Provider, ms: number): Provider {
  const timeOver = setTimeout(ms, undefined, { ref: false }).then((): never => {
    throw new ProviderError(provider.name, 'look-up', { code: TIME_OVER });
  });
  // It may pass while nothing is looked up.
  timeOver.catch(() => {});
  const inTime = <T>(call: Promise<T>): Promise<T> => Promise.race([call, timeOver]);
  return {
    ...aroundCalls(provider, (_operation, call) => inTime(call())),
    async *refundsOf(paymentReference) {
      const reports = provider.refundsOf(paymentReference)[Symbol.asyncIterator]();
      for (;;) {
        const next = await inTime(reports.next());
        if (next.done) return;
        yield next.value;
      }
    },
  };
}
