import { newId } from '../store/ids.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** Numbers of the test cards: no bank knows them, and no money moves. */
export const TEST_CARDS = { accepted: '4242424242424242', refused: '4000000000000002' } as const;

/** Creates the built-in provider for tests: one card is accepted, one is declined. */
export function sandboxProvider(): Provider {
  return {
    name: 'sandbox',
    async start({ form, order }) {
      const card = form.get('card')?.replace(/[\s-]/g, '');
      if (card === TEST_CARDS.refused) return { kind: 'invalid', problem: 'declined' };
      if (card !== TEST_CARDS.accepted) return { kind: 'invalid', problem: 'card' };
      const received = { currency: order.currency, amount_minor: order.amount_minor };
      return { kind: 'captured', reference: newId('sbx'), received };
    },
    // No provider sends events about test cards, and a payment is settled as soon as it begins.
    readEvent: async () => undefined,
    find: async ({ reference }) => ({ kind: 'payment', reference, state: 'closed' }),
    findByMoney: async () => undefined,
    close: async () => {},
    refund: async ({ refund: { id, currency, amount_minor } }) => ({
      kind: 'refund',
      cause: 'provider',
      reference: `sbx_${id}`,
      refundId: id,
      paymentReference: '',
      amount: { currency, amount_minor },
      state: 'completed',
    }),
    async findRefund() {
      throw new ProviderError('sandbox', 'find refund', { code: 'unknown' });
    },
    async *refundsOf() {},
    async *refundsSince() {},
    async *reportsSince() {},
  };
}
