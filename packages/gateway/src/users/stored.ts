/** What is stored of a person, as both its export and its erasure find it. */
import type { Selectable } from 'kysely';
import type { DeliveryTable, IdempotencyTable, OrderRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** Merchants one after the other: the index of a merchant's orders by e-mail address finds them. */
export async function merchantIds(tx: Pick<Tx, 'selectFrom'>): Promise<string[]> {
  const rows = await tx.selectFrom('merchants').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function ordersOf(
  tx: Pick<Tx, 'selectFrom'>,
  merchantId: string,
  emailKey: string,
): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('email_key', '=', emailKey)
    .execute();
}

export async function deliveriesOf(
  tx: Pick<Tx, 'selectFrom'>,
  { merchant_id, id }: OrderRow,
): Promise<Selectable<DeliveryTable>[]> {
  return tx
    .selectFrom('deliveries')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .execute();
}

/** Responses kept under idempotency keys are of the same moment as their order: an index finds them. */
export async function keptResponsesOf(
  tx: Pick<Tx, 'selectFrom'>,
  { merchant_id, id, created_at }: OrderRow,
): Promise<Selectable<IdempotencyTable>[]> {
  const kept = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('created_at', '=', created_at)
    .where('merchant_id', '=', merchant_id)
    .execute();
  return kept.filter(({ response }) => JSON.parse(response ?? '{}').order_id === id);
}
