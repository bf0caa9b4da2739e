import type { OrderContext } from '../orders/context.ts';
import { asCompleted, startCompleting } from '../orders/end/complete.ts';
import { lockOrders } from '../orders/end/lock-orders.ts';
import { type CompletedOrder, markCompleted } from '../orders/end/mark-completed.ts';
import { type ReservedCredits, readReserved } from '../projects/reserved-credits.ts';
import type { PaymentReport } from '../providers/provider.ts';
import { allEnded } from '../store/all-ended.ts';
import { batchByMerchant } from '../store/batches/batch-by-merchant.ts';
import type { ItemResult } from '../store/batches/batcher.ts';
import { isDistributed } from '../store/is-distributed.ts';
import { readingByKey } from '../store/sql/read-by-key.ts';
import { updateAll } from '../store/sql/update-rows.ts';
import { commitBehind, inTransaction, type Tx } from '../store/transaction.ts';
import { adoptPayment } from './adopt.ts';
import { applyPayment, emitPaymentOutcome } from './apply-payment.ts';
import { type Capture, capturedColumns, isPaidInFull, refundSurplus, type Source } from './capture.ts';
import { paymentOf, type ReportedPayment, readReportedPayments } from './reported-payment.ts';

/** The outcome of a report. `ignored`: it is about money of others, or was processed before. */
export type Applied = 'applied' | 'unclaimed' | 'ignored';

type BatcherOf = ReturnType<typeof batchByMerchant<OrderContext, ReportedPayment, Applied>>;

const batchersByProvider = new Map<string, BatcherOf>();

/** Applies a provider's report of a payment, in one batch with those that arrive at the same time. */
export async function applyTogether(
  context: OrderContext,
  provider: string,
  report: PaymentReport,
  source: Source,
): Promise<Applied> {
  const merchantId = await findMerchant(context, provider, report);
  const batcherOf = batchersByProvider.get(provider) ?? createBatcher(provider);
  batchersByProvider.set(provider, batcherOf);
  return (await batcherOf(context)).add({ report, source, merchantId });
}

function createBatcher(provider: string): BatcherOf {
  return batchByMerchant((context) => ({
    process: (batch) => inTransaction(context.db, (tx) => applyAll(tx, context, provider, batch)),
    // A payment that is not known yet has no merchant: reports of such payments are rare, and share a batch.
    merchantOf: ({ merchantId = '' }) => merchantId,
  }));
}

/** A report names no merchant. Where rows are spread by merchant, its shard is found before the transaction begins. */
async function findMerchant(
  context: OrderContext,
  provider: string,
  report: PaymentReport,
): Promise<string | undefined> {
  const { db } = context;
  if (!(await isDistributed(db))) return undefined;
  const payments = await readReportedPayments(db.kysely, context, provider, [{ report }]);
  return paymentOf(payments, report)?.merchant_id;
}

async function applyAll(
  tx: Tx,
  context: OrderContext,
  provider: string,
  reported: readonly ReportedPayment[],
): Promise<ItemResult<Applied>[]> {
  const { captures, reserved } = await findCaptures(tx, context, provider, reported);
  const all = [...captures.values()];
  const orders = all.map(({ order }) => order);
  const write = () => writeCaptures(tx, context, all, context.now());
  const isAll =
    all.length === reported.length && all.every(({ received, kept }) => received.amount_minor === kept);
  // Refunds of surpluses, and reports that complete nothing, read the orders that these reports complete.
  if (!isAll) await allEnded(write(), markCompleted(tx, context.db, orders));
  const complete = await startCompleting(tx, context, orders, isAll ? { reserved } : { allocated: reserved });
  for (const capture of all) {
    const { payment, received: money } = capture;
    emitPaymentOutcome(tx, context, { outcome: 'captured', payment, money });
    await refundSurplus(tx, context, capture);
  }
  const outcomes: ItemResult<Applied>[] = [];
  for (const one of reported)
    outcomes.push({ value: captures.has(one) ? 'applied' : await applyOne(tx, context, provider, one) });
  // Credits come last: others that draw from the same allotments wait only for the commit.
  commitBehind(tx, allEnded(isAll ? write() : Promise.resolve(), complete()));
  return outcomes;
}

/** Money that pays for an order in full, and completes it. */
type FullCapture = Capture & { readonly order: CompletedOrder };

/** Reports that complete orders. */
interface Captures {
  /** The reports that complete a pending order, at most one per order; the rest are applied one by one, after them. */
  readonly captures: ReadonlyMap<ReportedPayment, FullCapture>;
  /** The credits of their orders; read later if not given. */
  readonly reserved?: ReservedCredits;
}

/** Finds the reports that complete orders, and holds these orders. */
async function findCaptures(
  tx: Tx,
  context: OrderContext,
  provider: string,
  reported: readonly ReportedPayment[],
): Promise<Captures> {
  const paid = reported.filter(({ report }) => report.state === 'paid');
  const captures = new Map<ReportedPayment, FullCapture>();
  if (paid.length === 0) return { captures };
  // If payments are spread by merchant, orders of several merchants cannot be held together.
  if (paid[0]?.merchantId === undefined && (await isDistributed(context.db))) return { captures };
  const find = () => readReportedPayments(tx, context, provider, paid);
  const known = await readingByKey(tx, context.db, find);
  const keys = known.map(({ order_id: id, merchant_id }) => ({ id, merchant_id }));
  // Read again: a payment may change until its order is held.
  const [held, payments, reserved] = await allEnded(
    lockOrders(tx, context.db, keys),
    find(),
    readReserved(tx, keys),
  );
  const waiting = new Map(held.flatMap((order) => (order.status === 'pending' ? [[order.id, order]] : [])));
  const at = context.now();
  for (const one of paid) {
    const payment = paymentOf(payments, one.report);
    const order = payment && waiting.get(payment.order_id);
    const { received } = one.report;
    if (!order || !received || !isPaidInFull(payment, received)) continue;
    const kept = payment.amount_minor;
    captures.set(one, { ...one, order: asCompleted(order, at), payment, received, kept });
    waiting.delete(order.id);
  }
  return { captures, reserved };
}

const CAPTURE = {
  table: 'payments',
  key: 'id',
  given: {
    merchant_id: 'text',
    id: 'text',
    reference: 'text',
    payment_reference: 'text',
    received_currency: 'text',
    received_minor: 'bigint',
    kept_minor: 'bigint',
    check_at: 'bigint',
    learned_by: 'text',
    updated_at: 'bigint',
  },
  set: `state = 'captured', fault = null, reference = given.reference, payment_reference = given.payment_reference,
    received_currency = given.received_currency, received_minor = given.received_minor, kept_minor = given.kept_minor,
    check_at = given.check_at, learned_by = given.learned_by, updated_at = given.updated_at`,
  where: `payments.state <> 'captured'`,
  returning: ['id'],
} as const;

async function writeCaptures(
  tx: Tx,
  context: OrderContext,
  captures: readonly Capture[],
  at: number,
): Promise<void> {
  const given = captures.map((capture) => {
    const { merchant_id, id } = capture.payment;
    return { merchant_id, id, ...capturedColumns(capture, at) };
  });
  await updateAll(tx, context.db, CAPTURE, given);
}

/** Applies a single report: one that completes nothing, or is about a payment that is not known yet. */
async function applyOne(
  tx: Tx,
  context: OrderContext,
  provider: string,
  reported: ReportedPayment,
): Promise<Applied> {
  if (await applyPayment(tx, context, provider, reported)) return 'applied';
  const { report, source } = reported;
  const adoption = await adoptPayment(tx, context, provider, report);
  if (adoption !== 'adopted') return adoption;
  await applyPayment(tx, context, provider, { report, source });
  return 'applied';
}
