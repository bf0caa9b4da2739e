import type { Provider } from '../providers/provider.ts';

/** What became of a call to the provider. */
export type CallOutcome = 'ok' | 'failed';

/** A provider whose calls are reported, each once it ended. Its lists are not: background work reports what fails there. */
export function observedProvider(
  provider: Provider,
  onCall: (operation: string, outcome: CallOutcome) => void,
): Provider {
  const observed =
    <A extends unknown[], T>(operation: string, call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        const result = await call(...args);
        onCall(operation, 'ok');
        return result;
      } catch (error) {
        onCall(operation, 'failed');
        throw error;
      }
    };
  return {
    ...provider,
    start: observed('start', (request) => provider.start(request)),
    find: observed('find', (payment) => provider.find(payment)),
    findByMoney: observed('find_by_money', (reference) => provider.findByMoney(reference)),
    close: observed('close', (payment) => provider.close(payment)),
    refund: observed('refund', (request) => provider.refund(request)),
    findRefund: observed('find_refund', (refund) => provider.findRefund(refund)),
  };
}
