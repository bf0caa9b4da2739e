import * as z from 'zod';
import type { PaymentReport, RefundReport } from './provider.ts';

const amount = z.int().min(0);
/** Codes that pages can show: an event with another one is refused, and not stored with the order. */
const code = z.string().regex(/^[A-Z]{3}$/);
/** Razorpay writes empty notes as a list. */
const notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish();

const linkSchema = z.object({
  id: z.string().min(1),
  status: z.string().optional(),
  currency: code.nullish(),
  reference_id: z.string().nullish(),
  notes,
  payments: z
    .array(z.object({ payment_id: z.string(), amount: amount.optional(), status: z.string() }))
    .nullish(),
});

const paymentSchema = z.object({
  id: z.string().min(1),
  amount: amount.optional(),
  currency: code.optional(),
});

const refundSchema = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount,
  currency: code,
  status: z.string().nullish(),
  receipt: z.string().nullish(),
});

const disputeSchema = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount,
  currency: code,
  status: z.string(),
  amount_deducted: amount.nullish(),
  reason_code: z.string().nullish(),
});

/**
 * Event of Razorpay, with only the fields that identify its subject. Beside entities a payload may hold the time of its
 * event: an event that does not concern the gateway is not an error, because Razorpay disables a webhook that refuses
 * events for a day.
 * @see https://razorpay.com/docs/webhooks/refunds/
 * @see https://razorpay.com/docs/webhooks/best-practices/
 */
export const razorpayEventSchema = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
});

const partSchema = z.object({ entity: z.unknown() }).optional();
const entityOf = (part: unknown): unknown => partSchema.parse(part)?.entity;

const LINK_STATES: Readonly<Record<string, PaymentReport['state']>> = {
  created: 'open',
  partially_paid: 'open',
  paid: 'paid',
  expired: 'closed',
  cancelled: 'closed',
};

type Link = z.output<typeof linkSchema>;

function orderIdOf({ notes }: Link): string | undefined {
  if (!notes || Array.isArray(notes)) return undefined;
  return typeof notes.order_id === 'string' ? notes.order_id : undefined;
}

type LinkPayment = NonNullable<Link['payments']>[number];

function paymentWith(status: string, { payments }: Link): LinkPayment | undefined {
  return payments?.find((one) => one.status === status);
}

/** Returns the payment whose money paid a link. */
function capturedOf(link: Link): LinkPayment | undefined {
  // Refunded money may never have been captured: Razorpay itself refunds money that arrives twice, or too late to pay
  // the link.
  return (
    paymentWith('captured', link) ?? (link.status === 'paid' ? paymentWith('refunded', link) : undefined)
  );
}

function linkState(link: Link): PaymentReport['state'] {
  if (capturedOf(link)) return 'paid';
  const state = LINK_STATES[link.status ?? ''] ?? 'open';
  return state !== 'paid' && paymentWith('authorized', link) ? 'processing' : state;
}

/**
 * Converts a payment link to the report of its payment. @param money the payment that an event names beside the link.
 */
export function linkReport(entity: unknown, money?: unknown): PaymentReport {
  const link = linkSchema.parse(entity);
  const inLink = capturedOf(link);
  const paid = money === undefined ? undefined : paymentSchema.parse(money);
  const paymentReference = paid?.id ?? inLink?.payment_id;
  const amountMinor = paid ? paid.amount : inLink?.amount;
  const currency = paid ? paid.currency : link.currency;
  const orderId = orderIdOf(link);
  return {
    kind: 'payment',
    reference: link.id,
    state: linkState(link),
    ...(link.reference_id ? { paymentId: link.reference_id } : {}),
    ...(orderId === undefined ? {} : { orderId }),
    ...(paymentReference === undefined ? {} : { paymentReference }),
    ...(amountMinor !== undefined && currency ? { received: { currency, amount_minor: amountMinor } } : {}),
  };
}

const REFUND_STATES: Readonly<Record<string, RefundReport['state']>> = {
  processed: 'completed',
  failed: 'failed',
};

/** Converts a refund to its report. */
export function refundReport(entity: unknown): RefundReport {
  const { id, payment_id, amount: minor, currency, status, receipt } = refundSchema.parse(entity);
  return {
    kind: 'refund',
    cause: 'provider',
    reference: id,
    paymentReference: payment_id,
    amount: { currency, amount_minor: minor },
    state: REFUND_STATES[status ?? ''] ?? 'pending',
    ...(receipt ? { refundId: receipt } : {}),
  };
}

/** Returns the state of a dispute. A closed one took money only if some was deducted. */
function disputeState(status: string, deducted: number): RefundReport['state'] {
  if (status === 'lost') return 'completed';
  if (status === 'closed') return deducted > 0 ? 'completed' : 'failed';
  return status === 'won' ? 'failed' : 'pending';
}

/** Converts a dispute to its report. A partly contested one took no more than was deducted. */
export function disputeReport(entity: unknown): RefundReport {
  const one = disputeSchema.parse(entity);
  const deducted = one.amount_deducted ?? 0;
  const state = disputeState(one.status, deducted);
  return {
    kind: 'refund',
    cause: 'dispute',
    reference: one.id,
    paymentReference: one.payment_id,
    amount: {
      currency: one.currency,
      amount_minor: state === 'completed' && deducted > 0 ? deducted : one.amount,
    },
    state,
    ...(one.reason_code ? { reason: one.reason_code } : {}),
  };
}

type Payload = z.output<typeof razorpayEventSchema>['payload'];

/** The event's name decides the state, whatever the entity beside it states. */
function linkEvent(state: PaymentReport['state']): (payload: Payload) => PaymentReport {
  return ({ payment_link, payment }) => ({
    ...linkReport(entityOf(payment_link), entityOf(payment)),
    state,
  });
}

const refundEvent = ({ refund }: Payload): RefundReport => refundReport(entityOf(refund));
const disputeEvent = ({ dispute }: Payload): RefundReport => disputeReport(entityOf(dispute));

const EVENTS: Readonly<Record<string, (payload: Payload) => PaymentReport | RefundReport>> = {
  'payment_link.paid': linkEvent('paid'),
  'payment_link.cancelled': linkEvent('closed'),
  'payment_link.expired': linkEvent('closed'),
  'refund.created': refundEvent,
  'refund.processed': refundEvent,
  'refund.failed': refundEvent,
  'payment.dispute.created': disputeEvent,
  'payment.dispute.under_review': disputeEvent,
  'payment.dispute.action_required': disputeEvent,
  'payment.dispute.won': disputeEvent,
  'payment.dispute.lost': disputeEvent,
  'payment.dispute.closed': disputeEvent,
};

/** Names of the events to which the webhook at Razorpay has to be subscribed. */
export const RAZORPAY_EVENTS: readonly string[] = Object.keys(EVENTS);

/**
 * Converts an event to its report; undefined if it does not concern the gateway.
 * @throws ZodError if the payload does not match the event's name.
 */
export function reportOfRazorpayEvent(
  event: string,
  payload: Payload,
): PaymentReport | RefundReport | undefined {
  return Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(payload) : undefined;
}
