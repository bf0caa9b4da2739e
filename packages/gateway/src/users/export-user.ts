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
  const orders: Omit<OrderRow, 'payment_token'>[] = [];
  const deliveries: Selectable<DeliveryTable>[] = [];
  const attempts: Selectable<DeliveryAttemptTable>[] = [];
  const refunds: PersonalData['refunds'][number][] = [];
  const responses: Selectable<IdempotencyTable>[] = [];
  for (const merchantId of await readMerchantIds(kysely))
    for (const order of await ordersOf(kysely, merchantId, subject).selectAll().execute()) {
      const { payment_token: token, ...shown } = order;
      orders.push(shown);
      const sent = await deliveriesOf(kysely, order);
      for (const one of sent) deliveries.push({ ...one, body: one.body.replaceAll(token, 'removed') });
      for (const one of await readAttemptsWithResponse(kysely, order, sent))
        attempts.push({ ...one, excerpt: one.excerpt.replaceAll(token, 'removed') });
      for (const { merchant_id, id, order_id, reason, created_at } of await refundsOfOrder(kysely, order))
        if (reason !== null) refunds.push({ merchant_id, id, order_id, reason, created_at });
      for (const one of await keptResponsesOf(kysely, order))
        responses.push({ ...one, response: one.response?.replaceAll(token, 'removed') ?? null });
    }
  const people = await peopleOf(kysely, subject);
  return { orders, deliveries, attempts, refunds, responses, people };
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
