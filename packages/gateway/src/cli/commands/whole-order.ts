import type { Selectable } from 'kysely';
import { asOf } from '../../orders/end/as-of.ts';
import { refundsOfOrder } from '../../orders/refunds-of-order.ts';
import type { Database } from '../../store/engine.ts';
import type {
  AllocationTable,
  DeliveryTable,
  OrderRow,
  PaymentRow,
  RefundRow,
  TransactionTable,
} from '../../store/schema.ts';

/**
 * A current order with everything that belongs to it, as stored, without the token of its payment page and the hashes
 * of refunds' idempotency keys.
 */
export interface WholeOrder extends Omit<OrderRow, 'payment_token'> {
  readonly allocations: readonly Selectable<AllocationTable>[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly Omit<RefundRow, 'key_hash'>[];
  readonly transactions: readonly Selectable<TransactionTable>[];
  readonly deliveries: readonly Selectable<DeliveryTable>[];
}

/** Reads an order of any merchant with everything that belongs to it; undefined if there is none. */
export async function readWholeOrder(db: Database, id: string, at: number): Promise<WholeOrder | undefined> {
  const { kysely } = db;
  const [order] = await asOf(
    db,
    await kysely.selectFrom('orders').selectAll().where('id', '=', id).execute(),
    at,
  );
  if (!order) return undefined;
  const { payment_token: token, ...shown } = order;
  const [allocations, payments, refunded, transactions, sent] = await Promise.all([
    kysely
      .selectFrom('allocations')
      .selectAll()
      .where('merchant_id', '=', order.merchant_id)
      .where('order_id', '=', id)
      .execute(),
    kysely
      .selectFrom('payments')
      .selectAll()
      .where('merchant_id', '=', order.merchant_id)
      .where('order_id', '=', id)
      .execute(),
    refundsOfOrder(kysely, order),
    kysely
      .selectFrom('transactions')
      .selectAll()
      // One index finds purchases by order, another finds refunds by refund.
      .where((eb) =>
        eb.or([
          eb.and([eb('order_id', '=', id), eb('refund_id', 'is', null)]),
          eb('refund_id', 'in', eb.selectFrom('refunds').select('id').where('order_id', '=', id)),
        ]),
      )
      .execute(),
    kysely.selectFrom('deliveries').selectAll().where('order_id', '=', id).execute(),
  ]);
  const refunds = refunded.map(({ key_hash: hash, ...refund }) => refund);
  const deliveries = sent.map((one) => ({ ...one, body: one.body.replaceAll(token, 'removed') }));
  return { ...shown, allocations, payments, refunds, transactions, deliveries };
}
