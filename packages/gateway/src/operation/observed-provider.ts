import { aroundCalls } from '../providers/around-calls.ts';
import type { Provider } from '../providers/provider.ts';

/** The outcome of a call to the provider. */
export type CallOutcome = 'ok' | 'failed';

/** A provider whose calls are reported, each when it ends. Lists are not: background work reports their failures. */
export function observedProvider(
  provider: Provider,
  onCall: (operation: string, outcome: CallOutcome) => void,
): Provider {
  return aroundCalls(provider, async (operation, call) => {
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
