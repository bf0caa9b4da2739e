import type { Provider } from '../providers/provider.ts';
import { wrapCalls } from '../providers/wrap-calls.ts';

/** Outcome of a call to the provider. */
export type CallOutcome = 'ok' | 'failed';

/**
 * Wraps a provider so that each call is reported when it ends. Lists are not: background work reports their failures.
 */
export function observedProvider(
  provider: Provider,
  onCall: (operation: string, outcome: CallOutcome) => void,
): Provider {
  return wrapCalls(provider, async (operation, call) => {
    try {
      const result = await call();
      onCall(operation, 'ok');
      return result;
    } catch (error) {
      onCall(operation, 'failed');
      throw error;
    }
  });
}
