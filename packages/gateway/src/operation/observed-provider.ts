import { aroundCalls } from '../providers/around-calls.ts';
import type { Provider } from '../providers/provider.ts';

/** What became of a call to the provider. */
export type CallOutcome = 'ok' | 'failed';

/** A provider whose calls are reported, each once it ended. Its lists are not: background work reports what fails there. */
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
