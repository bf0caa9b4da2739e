import type {
  OrderAllocation,
  OrderDetail,
  OrderPayment,
  OrderProject,
  OrderRefund,
} from '@flight-offset/console';
import type { OrderContext } from '../orders/context.ts';
import { asOf } from '../orders/end/as-of.ts';
import { findOrder } from '../orders/find.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { owedRefunds } from '../payments/owed-refunds.ts';
import { readOrderParts } from '../projects/order-parts.ts';
import { leftOf } from '../refunds/left-to-refund.ts';
import type { Database } from '../store/engine.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { disputeAmong } from './find/disputes.ts';
import { summaryOf } from './find/orders.ts';
import { readAttempts } from './find/webhooks.ts';

/** Converts a payment to its form in the console. */
export function shownPayment(row: PaymentRow): OrderPayment {
  const { received_currency: currency, received_minor: amount_minor } = row;
  return {
    provider: row.provider,
    state: row.state,
    amount: { currency: row.currency, amount_minor: row.amount_minor },
    received: currency === null || amount_minor === null ? undefined : { currency, amount_minor },
    reference: row.payment_reference ?? undefined,
    fault: row.fault ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Converts a refund to its form in the console. */
export function shownRefund(row: RefundRow): OrderRefund {
  return {
    id: row.id,
    orderId: row.order_id,
    cause: row.cause,
    state: row.state,
    amount: { currency: row.currency, amount_minor: row.amount_minor },
    grams: row.grams,
    reference: row.provider_reference ?? undefined,
    paidReference: row.paid_reference ?? undefined,
    reason: row.reason ?? undefined,
    fault: row.fault ?? undefined,
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
  };
}

async function allocationsOf({ reader }: Database, order: OrderRow): Promise<OrderAllocation[]> {
  const rows = await reader
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .innerJoin('projects', 'projects.id', 'credit_lots.project')
    .leftJoin('retirement_batches', (join) =>
      join
        .onRef('retirement_batches.id', '=', 'allocations.batch')
        .on('retirement_batches.state', '=', 'published'),
    )
    .select(['projects.name', 'lot', 'allocations.grams', 'allocated_at'])
    .select(['retirement_batches.id as batch', 'published_at'])
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .orderBy('lot')
    .orderBy('part')
    .execute();
  return rows.map(({ name, lot, grams, allocated_at, batch, published_at }) => ({
    project: name,
    lot,
    grams,
    allocatedAt: allocated_at ?? undefined,
    batch: batch ?? undefined,
    retiredAt: published_at ?? undefined,
  }));
}

async function projectsOf({ reader }: Database, order: OrderRow): Promise<OrderProject[]> {
  const partsOf = await readOrderParts(reader, [order]);
  return partsOf(order).map(({ project, grams }) => ({ name: project.name, grams }));
}

async function portfolioName({ reader }: Database, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined;
  const row = await reader.selectFrom('portfolios').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

/** Reads an order of a merchant with everything that belongs to it. */
export async function showOrderDetail(
  context: OrderContext,
  merchantId: string,
  id: string,
): Promise<OrderDetail | undefined> {
  const { db } = context;
  const found = await findOrder(context, merchantId, id);
  if (!found) return undefined;
  const [row = found] = await asOf(db, [found], context.now());
  const { reader } = db;
  const [allocations, payments, refunds, deliveries, projects, portfolio] = await Promise.all([
    allocationsOf(db, row),
    reader
      .selectFrom('payments')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('order_id', '=', id)
      .orderBy('created_at')
      .execute(),
    refundsOfOrder(reader, row),
    reader
      .selectFrom('deliveries')
      .selectAll()
      .where(merchantOfFew(db.reader, 'merchant_id'), '=', merchantId)
      .where('order_id', '=', id)
      .orderBy('sequence')
      .execute(),
    projectsOf(db, row),
    portfolioName(db, row.portfolio),
  ]);
  const left = leftOf(row, refunds);
  const { currency } = row;
  return {
    ...summaryOf(row, disputeAmong(refunds)),
    userTaxId: row.user_tax_id ?? undefined,
    variant: row.variant ?? undefined,
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, string>),
    settlement: row.settlement,
    pricePerTonne: { currency, amount_minor: row.minor_per_tonne },
    portfolio,
    projects,
    callbackUrl: row.callback_url ?? undefined,
    expiresAt: row.expires_at,
    settledAt: row.settled_at ?? undefined,
    // Only for a paid order: the payment page of any other can still be used to pay or cancel it.
    receiptPath: row.status === 'completed' ? `/pay/${row.payment_token}` : undefined,
    allocations,
    payments: payments.map(shownPayment),
    refunds: refunds.map(shownRefund),
    owedRefunds: owedRefunds(row, payments, refunds),
    webhooks: await readAttempts(db, deliveries),
    left: { money: { currency, amount_minor: left.minor }, grams: left.grams },
  };
}
