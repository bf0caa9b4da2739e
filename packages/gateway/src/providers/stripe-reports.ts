import type Stripe from 'stripe';
import * as z from 'zod';
import {
  INSUFFICIENT_FUNDS,
  type MoneyReport,
  type PaymentReport,
  type RefundReport,
  type Report,
} from './provider.ts';
import { fromStripe } from './stripe-amounts.ts';

const idOrObject = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id));

const amount = z.int().min(0);
/** Codes that pages can show: an event with another one is refused, and not stored with the order. */
const code = z.string().regex(/^[a-z]{3}$/i);

const intentSchema = z.union([z.string(), z.object({ id: z.string(), status: z.string().optional() })]);

const sessionSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.string(),
  payment_intent: intentSchema.nullish(),
  amount_total: amount.nullish(),
  currency: code.nullish(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const refundSchema = z.object({
  id: z.string().min(1),
  payment_intent: idOrObject.nullish(),
  amount,
  currency: code,
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  pending_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const disputeSchema = z.object({
  id: z.string().min(1),
  payment_intent: idOrObject.nullish(),
  amount,
  currency: code,
  status: z.string(),
  reason: z.string().nullish(),
});

const chargeSchema = z.object({ payment_intent: idOrObject.nullish() });

/** Event of Stripe, with only the fields that identify its subject. */
export const stripeEventSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

/**
 * Statuses in which a payment failed after its session was complete: it needs another session. In an open session, the
 * payer may try another card although the intent already has such a status for the first one.
 */
const FAILED_INTENTS = new Set(['canceled', 'requires_payment_method']);

/**
 * Converts a Checkout Session to the report of its payment.
 * @param failed whether an event reported that the payment failed, which the session itself does not show.
 */
export function sessionReport(object: unknown, failed = false): PaymentReport {
  const session = sessionSchema.parse(object);
  const { payment_intent: intent, amount_total, currency, client_reference_id: orderId, metadata } = session;
  const paymentReference = typeof intent === 'string' ? intent : intent?.id;
  const intentFailed =
    session.status !== 'open' && typeof intent === 'object' && FAILED_INTENTS.has(intent?.status ?? '');
  return {
    kind: 'payment',
    reference: session.id,
    state: sessionState(session, failed || intentFailed),
    ...(metadata?.payment_id === undefined ? {} : { paymentId: metadata.payment_id }),
    ...(orderId ? { orderId } : {}),
    ...(paymentReference === undefined ? {} : { paymentReference }),
    ...(typeof amount_total === 'number' && currency ? { received: fromStripe(amount_total, currency) } : {}),
  };
}

function sessionState(
  { status, payment_status }: z.output<typeof sessionSchema>,
  failed: boolean,
): PaymentReport['state'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired' || failed) return 'closed';
  return status === 'open' ? 'open' : 'processing';
}

const REFUND_STATES: Readonly<Record<string, RefundReport['state']>> = {
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
};

/** Converts a refund to its report; undefined without a Payment Intent, since it then has no session of the gateway. */
export function refundReport(object: unknown): RefundReport | undefined {
  const refund = refundSchema.parse(object);
  const { id, payment_intent, amount: minor, currency, status, metadata } = refund;
  if (!payment_intent) return undefined;
  const held = refund.pending_reason === INSUFFICIENT_FUNDS ? INSUFFICIENT_FUNDS : undefined;
  const fault = refund.failure_reason ?? held;
  return {
    kind: 'refund',
    cause: 'provider',
    reference: id,
    paymentReference: payment_intent,
    amount: fromStripe(minor, currency),
    state: REFUND_STATES[status ?? 'succeeded'] ?? 'pending',
    ...(fault ? { fault } : {}),
    ...(metadata?.refund_id === undefined ? {} : { refundId: metadata.refund_id }),
  };
}

/** Extracts the values that Stripe's types name for a field that may have others. */
type Named<T extends string> = T extends unknown ? (string extends T ? never : T) : never;

/**
 * A dispute that is won, closed after a warning or prevented takes no money; a lost one has taken it, whatever the
 * outcome of an appeal. A status that Stripe adds becomes a type error here.
 */
const DISPUTE_STATES: Readonly<Record<string, RefundReport['state']>> = {
  warning_needs_response: 'pending',
  warning_under_review: 'pending',
  warning_closed: 'failed',
  needs_response: 'pending',
  under_review: 'pending',
  won: 'failed',
  lost: 'completed',
  appeal_needs_response: 'pending',
  appeal_under_review: 'pending',
  prevented: 'failed',
} satisfies Record<Named<Stripe.Dispute.Status>, RefundReport['state']>;

/** Converts a dispute to its report; undefined if it has no Payment Intent. */
export function disputeReport(object: unknown): RefundReport | undefined {
  const { id, payment_intent, amount: minor, currency, status, reason } = disputeSchema.parse(object);
  if (!payment_intent) return undefined;
  return {
    kind: 'refund',
    cause: 'dispute',
    reference: id,
    paymentReference: payment_intent,
    amount: fromStripe(minor, currency),
    state: DISPUTE_STATES[status] ?? 'pending',
    ...(reason ? { reason } : {}),
  };
}

/** Reports a refunded charge: Stripe may send an endpoint no more precise event. */
function chargeReport(object: unknown): MoneyReport | undefined {
  const { payment_intent: paymentReference } = chargeSchema.parse(object);
  return paymentReference ? { kind: 'money', paymentReference } : undefined;
}

const EVENTS: Readonly<Record<string, (object: unknown) => Report | undefined>> = {
  'checkout.session.completed': (object) => sessionReport(object),
  'checkout.session.async_payment_succeeded': (object) => sessionReport(object),
  'checkout.session.async_payment_failed': (object) => sessionReport(object, true),
  'checkout.session.expired': (object) => sessionReport(object, true),
  'charge.refunded': chargeReport,
  'charge.refund.updated': refundReport,
  'refund.created': refundReport,
  'refund.updated': refundReport,
  'refund.failed': refundReport,
  'charge.dispute.created': disputeReport,
  'charge.dispute.updated': disputeReport,
  'charge.dispute.funds_withdrawn': disputeReport,
  'charge.dispute.funds_reinstated': disputeReport,
  'charge.dispute.closed': disputeReport,
} satisfies Partial<Record<Stripe.Event.Type, (object: unknown) => Report | undefined>>;

/** Types of the events to which the webhook endpoint at Stripe has to be subscribed. */
export const STRIPE_EVENTS: readonly string[] = Object.keys(EVENTS);

/**
 * Converts an event to its report; undefined if it does not concern the gateway.
 * @throws ZodError if the object does not match its type.
 */
export function reportOfStripeEvent(type: string, object: unknown): Report | undefined {
  return Object.hasOwn(EVENTS, type) ? EVENTS[type]?.(object) : undefined;
}
