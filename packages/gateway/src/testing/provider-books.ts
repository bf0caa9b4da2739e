import type { Money } from '@flight-offset/core';
import type Stripe from 'stripe';

/** A page at a provider where something is to be paid. */
export interface BookedSession {
  readonly id: string;
  readonly paymentId: string;
  readonly orderId: string;
  readonly due: Money;
  state: 'open' | 'processing' | 'paid' | 'closed';
  /** Identifier of the money, once there is some. */
  payment: string | undefined;
  received: Money | undefined;
  /** Identifier of money that Razorpay took for it and returned by itself: twice, or too late. */
  returned?: string;
}

/** A refund, or a dispute. */
export interface BookedRefund {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly payment: string;
  readonly money: Money;
  /** Our identifier, where the gateway requested it. */
  readonly refundId: string | undefined;
  /** When it was made, milliseconds since 1970; where it is not given, every list has it. */
  readonly madeAt?: number;
  state: 'pending' | 'completed' | 'failed';
  /** Whether Stripe holds it until its balance covers it. */
  isHeld?: boolean;
  /** What a lost dispute took at Razorpay, where a part of it was won. */
  deducted?: number;
}

/** What a provider knows, whether or not it has sent an event. */
export interface Books {
  readonly sessions: Map<string, BookedSession>;
  readonly refunds: Map<string, BookedRefund>;
}

/** How a provider writes what is in its books, as its API documents it. */
export interface Objects {
  session(session: BookedSession, url: string): object;
  /** A session as lists and events have it. */
  listed(session: BookedSession, url: string): object;
  refund(refund: BookedRefund): object;
  dispute(dispute: BookedRefund): object;
}

const checkoutSession = (
  { id, state, due, received, payment, paymentId, orderId }: BookedSession,
  url: string,
): Partial<Stripe.Checkout.Session> => ({
  id,
  object: 'checkout.session',
  url: state === 'open' ? url : null,
  status: state === 'open' ? 'open' : state === 'closed' ? 'expired' : 'complete',
  payment_status: state === 'paid' ? 'paid' : 'unpaid',
  payment_intent: payment ?? null,
  amount_total: (received ?? due).amount_minor,
  currency: (received ?? due).currency.toLowerCase(),
  client_reference_id: orderId,
  metadata: { payment_id: paymentId, order_id: orderId },
});

/** Stripe's objects, as far as the gateway reads them, in the form that Stripe's own types give them. */
export const stripeObjects: Objects = {
  session: checkoutSession,
  listed: checkoutSession,
  refund: ({ id, payment, money, state, refundId, isHeld }): Partial<Stripe.Refund> => ({
    id,
    object: 'refund',
    payment_intent: payment,
    amount: money.amount_minor,
    currency: money.currency.toLowerCase(),
    status: state === 'completed' ? 'succeeded' : state,
    ...(state === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    ...(state === 'pending' ? { pending_reason: isHeld ? 'insufficient_funds' : 'processing' } : {}),
    metadata: refundId === undefined ? {} : { refund_id: refundId },
  }),
  dispute: ({ id, payment, money, state }): Partial<Stripe.Dispute> => ({
    id,
    object: 'dispute',
    payment_intent: payment,
    amount: money.amount_minor,
    currency: money.currency.toLowerCase(),
    status: { pending: 'needs_response', completed: 'lost', failed: 'won' }[state],
    reason: 'fraudulent',
  }),
};

/** A payment link without what was paid by it, as Razorpay's events have it. */
export const paymentLink: Objects['listed'] = ({ id, state, due, received, paymentId, orderId }, url) => ({
  id,
  short_url: url,
  amount: due.amount_minor,
  currency: (received ?? due).currency,
  status: { open: 'created', processing: 'created', paid: 'paid', closed: 'expired' }[state],
  reference_id: paymentId,
  notes: { payment_id: paymentId, order_id: orderId },
});

/** Razorpay's entities. */
export const razorpayObjects: Objects = {
  session: (session, url) => ({
    ...paymentLink(session, url),
    payments: [
      [session.returned, 'refunded'],
      [session.payment, session.state === 'paid' ? 'captured' : 'authorized'],
    ].flatMap(([payment_id, status]) =>
      payment_id ? { payment_id, amount: (session.received ?? session.due).amount_minor, status } : [],
    ),
  }),
  // Razorpay shows the same link with payments where it is fetched, and without where it is listed.
  listed: (session, url) => ({ ...paymentLink(session, url), notes: [], payments: [] }),
  refund: ({ id, payment, money, state, refundId }) => ({
    id,
    entity: 'refund',
    payment_id: payment,
    amount: money.amount_minor,
    currency: money.currency,
    status: state === 'completed' ? 'processed' : state,
    receipt: refundId ?? null,
    notes: [],
  }),
  dispute: ({ id, payment, money, state, deducted = money.amount_minor }) => ({
    id,
    entity: 'dispute',
    payment_id: payment,
    amount: money.amount_minor,
    currency: money.currency,
    status: { pending: 'open', completed: 'lost', failed: 'won' }[state],
    amount_deducted: state === 'completed' ? deducted : 0,
    reason_code: 'chargeback',
  }),
};
