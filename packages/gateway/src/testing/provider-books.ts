import type { Money } from '@flight-offset/core';
import type Stripe from 'stripe';

/** A payment page at a provider. */
export interface BookedSession {
  readonly id: string;
  readonly paymentId: string;
  readonly orderId: string;
  readonly due: Money;
  state: 'open' | 'processing' | 'paid' | 'closed';
  /** Identifier of the received money; undefined until it arrives. */
  payment: string | undefined;
  received: Money | undefined;
  /** Identifier of money that Razorpay took for the session and returned itself: paid twice, or too late. */
  returned?: string;
}

/** A refund, or a dispute. */
export interface BookedRefund {
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  readonly payment: string;
  readonly money: Money;
  /** The gateway's identifier, if the gateway requested it. */
  readonly refundId: string | undefined;
  /** Time of its creation, milliseconds since 1970; if undefined, every list contains it. */
  readonly madeAt?: number;
  state: 'pending' | 'completed' | 'failed';
  /** Whether Stripe holds it until its balance covers it. */
  isHeld?: boolean;
  /** Amount that a lost dispute took at Razorpay, if a part of it was won. */
  deducted?: number;
}

/** Books of a provider, whether or not it has sent events for them. */
export interface Books {
  readonly sessions: Map<string, BookedSession>;
  readonly refunds: Map<string, BookedRefund>;
}

/** Converts entries of the books to the provider's objects, as its API documents them. */
export interface Objects {
  session(session: BookedSession, url: string): object;
  /** A session in lists and events. */
  listed(session: BookedSession, url: string): object;
  refund(refund: BookedRefund): object;
  dispute(dispute: BookedRefund): object;
}

const CHECKOUT_STATUS = {
  open: 'open',
  processing: 'complete',
  paid: 'complete',
  closed: 'expired',
} as const;

const checkoutSession = (
  { id, state, due, received, payment, paymentId, orderId }: BookedSession,
  url: string,
): Partial<Stripe.Checkout.Session> => ({
  id,
  object: 'checkout.session',
  url: state === 'open' ? url : null,
  status: CHECKOUT_STATUS[state],
  payment_status: state === 'paid' ? 'paid' : 'unpaid',
  payment_intent: payment ?? null,
  amount_total: (received ?? due).amount_minor,
  currency: (received ?? due).currency.toLowerCase(),
  client_reference_id: orderId,
  metadata: { payment_id: paymentId, order_id: orderId },
});

/** Stripe's objects, as far as the gateway reads them, in the form of Stripe's own types. */
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

/** Creates a payment link without its payments, as in Razorpay's events. */
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
  // Razorpay shows a link with payments when it is fetched, and without when it is listed.
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
