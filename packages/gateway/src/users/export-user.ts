import type { Selectable } from 'kysely';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { Database } from '../store/engine.ts';
import type {
  ConsolePersonRow,
  DeliveryAttemptTable,
  DeliveryTable,
  IdempotencyTable,
  OrderRow,
  RefundRow,
} from '../store/schema.ts';
import {
  deliveriesOf,
  keptResponsesOf,
  ordersOf,
  peopleOf,
  type Reader,
  readMerchantIds,
  subjectOf,
} from './stored.ts';

/**
 * Everything stored about one e-mail address, or about one order, without the tokens of payment pages: anyone who has
 * one can pay or cancel an order.
 */
export interface PersonalData {
  readonly orders: readonly Omit<OrderRow, 'payment_token'>[];
  readonly deliveries: readonly Selectable<DeliveryTable>[];
  /** Delivery attempts whose endpoint returned a response body, which may repeat the webhook. */
  readonly attempts: readonly Selectable<DeliveryAttemptTable>[];
  /** Refunds of the orders for which the merchant gave a reason. */
  readonly refunds: readonly Pick<RefundRow, 'merchant_id' | 'id' | 'order_id' | 'reason' | 'created_at'>[];
  /** Responses stored under idempotency keys: to the creation of the orders, and to requests for refunds. */
  readonly responses: readonly Selectable<IdempotencyTable>[];
  /** Persons who may sign in to the console with the address. */
  readonly people: readonly ConsolePersonRow[];
}

/** Collects everything stored about one e-mail address, across all merchants, or about one order. */
export async function exportUser({ kysely }: Database, emailOrOrder: string): Promise<PersonalData> {
  const subject = subjectOf(emailOrOrder);
  const found: DataOfOrder[] = [];
  for (const merchantId of await readMerchantIds(kysely))
    for (const order of await ordersOf(kysely, merchantId, subject).selectAll().execute())
      found.push(await exportOrder(kysely, order));
  return {
    orders: found.map(({ order }) => order),
    deliveries: found.flatMap(({ deliveries }) => deliveries),
    attempts: found.flatMap(({ attempts }) => attempts),
    refunds: found.flatMap(({ refunds }) => refunds),
    responses: found.flatMap(({ responses }) => responses),
    people: await peopleOf(kysely, subject),
  };
}

interface DataOfOrder extends Pick<PersonalData, 'deliveries' | 'attempts' | 'refunds' | 'responses'> {
  readonly order: PersonalData['orders'][number];
}

async function exportOrder(tx: Reader, row: OrderRow): Promise<DataOfOrder> {
  const { payment_token: token, ...order } = row;
  const withoutToken = (text: string): string => text.replaceAll(token, 'removed');
  const deliveries = await deliveriesOf(tx, row);
  const attempts = await readAttemptsWithResponse(tx, row, deliveries);
  const refunds = await refundsOfOrder(tx, row);
  const responses = await keptResponsesOf(tx, row);
  return {
    order,
    deliveries: deliveries.map((one) => ({ ...one, body: withoutToken(one.body) })),
    attempts: attempts.map((one) => ({ ...one, excerpt: withoutToken(one.excerpt) })),
    refunds: refunds
      .filter(({ reason }) => reason !== null)
      .map(({ merchant_id, id, order_id, reason, created_at }) => ({
        merchant_id,
        id,
        order_id,
        reason,
        created_at,
      })),
    responses: responses.map((one) => ({ ...one, response: one.response && withoutToken(one.response) })),
  };
}

/** Returns attempts with a response. A webhook has few attempts, which the primary key finds. */
async function readAttemptsWithResponse(
  tx: Reader,
  { merchant_id }: OrderRow,
  deliveries: readonly Selectable<DeliveryTable>[],
): Promise<Selectable<DeliveryAttemptTable>[]> {
  if (deliveries.length === 0) return [];
  return tx
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where(
      'delivery_id',
      'in',
      deliveries.map(({ id }) => id),
    )
    .where('excerpt', '!=', '')
    .orderBy('delivery_id')
    .orderBy('attempt')
    .execute();
}
