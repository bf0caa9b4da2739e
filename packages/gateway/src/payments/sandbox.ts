import { newId } from '../store/ids.ts';
import type { Provider } from './provider.ts';

/** Numbers of the test cards: no bank knows them, and no money moves. */
export const TEST_CARDS = { accepted: '4242424242424242', refused: '4000000000000002' } as const;

/** The built-in provider for tests: one card which is accepted, one which is refused. */
export function sandboxProvider(): Provider {
  return {
    name: 'sandbox',
    async start({ form }) {
      const card = form.get('card')?.replace(/[\s-]/g, '');
      const reference = newId('sbx');
      if (card === TEST_CARDS.accepted) return { kind: 'settled', reference, outcome: 'captured' };
      if (card === TEST_CARDS.refused) return { kind: 'settled', reference, outcome: 'refused' };
      return { kind: 'invalid', problem: 'card' };
    },
    // Nobody outside reports on test cards.
    readEvent: async () => undefined,
    refund: async () => {},
  };
}
