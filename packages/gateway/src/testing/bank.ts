/** A provider whose books a test writes, without a server, and orders that were paid through it. */
import type { OrderState } from '@flight-offset/core';
import { createOrder } from '../orders/create.ts';
import { applyTogether } from '../payments/apply-together.ts';
import { claimOpening, finishOpening } from '../payments/open-payment.ts';
import type { Provider, RefundReport } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import type { RefundRow } from '../store/schema.ts';
import { MERCHANT, settleOrder, type TestStore } from './store.ts';

export const INR = (amount_minor: number) => ({ currency: 'INR', amount_minor });

/** A provider with its own books. */
export class Bank {
  readonly books: RefundReport[] = [];
  readonly sent: string[] = [];
  /** State of the refunds it makes. */
  makes: OrderState = 'completed';
  /** An error in response to a refund, and whether the refund was made all the same; undefined: no error. */
  responds: { readonly made: boolean; readonly status?: number } | undefined;
  readonly provider: Provider = {
    ...sandboxProvider(),
    name: 'bank',
    refund: async ({ refund, payment }) => {
      this.sent.push(refund.id);
      const made = this.book(payment.payment_reference ?? 'lost', refund.amount_minor, this.makes, refund.id);
      if (this.responds === undefined || this.responds.made) this.books.push(made);
      if (this.responds)
        throw new ProviderError('bank', 'refund', { status: this.responds.status, code: 'no' });
      // A provider need not repeat these fields.
      const { refundId: _, ...response } = made;
      return { ...response, paymentReference: 'another name' };
    },
    refundsOf: (money) => this.#of(money),
    findRefund: async () => {
      throw new ProviderError('bank', 'find refund', { status: 404 });
    },
  };

  async *#of(money: string): AsyncGenerator<RefundReport> {
    yield* this.books.filter(({ paymentReference }) => paymentReference === money);
  }

  book(paymentReference: string, minor: number, state: OrderState, refundId?: string): RefundReport {
    const reference = `refund ${refundId ?? minor} of ${paymentReference}`;
    const named = refundId === undefined ? {} : { refundId };
    const amount = INR(minor);
    return { kind: 'refund', cause: 'provider', reference, paymentReference, amount, state, ...named };
  }
}

/** Creates an order of 1,000 and captures its payment, under the name `money`. */
export async function createPaidOrder(
  store: TestStore,
  {
    money,
    minor = 1000,
    provider = 'bank',
    ended = false,
    merchant = MERCHANT,
  }: {
    readonly money?: string;
    readonly minor?: number;
    readonly provider?: string;
    /** Whether the order was cancelled meanwhile: the money pays for nothing. */
    readonly ended?: boolean;
    readonly merchant?: string;
  },
): Promise<string> {
  const { context } = store;
  const callback_url = 'https://merchant.example/n';
  const input = { emission_amount: 10, emission_unit: 'kgCO2' as const, callback_url };
  const { order_id: id } = JSON.parse((await createOrder(context, merchant, input)).body);
  const claimed = await claimOpening(context, provider, { id, merchant_id: merchant });
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const reference = `page of ${id}`;
  await finishOpening(context, claimed, { reference, url: 'https://bank.example', expiresAt: 9e15 });
  if (ended) await settleOrder(store, id, 'failed');
  const named = money === undefined ? {} : { paymentReference: money };
  const report = { kind: 'payment', state: 'paid', reference, received: INR(minor), ...named } as const;
  await applyTogether(context, provider, report, 'event');
  return id;
}

/** Returns the refunds of an order as stored, the oldest first. */
export async function refundRows({ db }: TestStore, order: string): Promise<RefundRow[]> {
  const found = db.kysely.selectFrom('refunds').selectAll().where('order_id', '=', order);
  return found.orderBy('created_at').orderBy('id').execute();
}

/** Returns the refunds of an order in words: cause, minor units and state of each. */
export async function refundStates(store: TestStore, order: string): Promise<string[]> {
  const refunds = await refundRows(store, order);
  return refunds.map(({ cause, state, amount_minor }) => `${cause} ${amount_minor} ${state}`).sort();
}
