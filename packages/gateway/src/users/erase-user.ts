import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { OPERATOR_CHAIN, recordAudit } from '../audit/record.ts';
import { lockMerchantIfAny } from '../merchants/lock-merchant.ts';
import type { Database } from '../store/engine.ts';
import { analyzeTables } from '../store/postgres/analyze-tables.ts';
import type { OrderRow } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { deleteEmptyTotals } from '../store/totals/empty-totals.ts';
import { recountErased, userKey } from '../store/totals/totals.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { eraseAddressAsName } from './erase-address-as-name.ts';
import { deliveriesOf, keptResponsesOf, ordersOf, readMerchantIds, subjectOf } from './stored.ts';

/** Result of an erasure. */
export interface Erasure {
  /** Number of orders that no longer name the person. */
  readonly erased: number;
  /** Number of pending orders that were not erased, unless they ended at that moment. */
  readonly pending: number;
}

/** Tables from which a person is erased. */
const ERASED = [
  'orders',
  'refunds',
  'deliveries',
  'delivery_attempts',
  'idempotency',
  'order_totals',
  'order_users',
  'audit_names',
] as const;

/** Orders erased per transaction: the merchant's new orders wait no longer than that. */
const ORDERS_PER_ERASURE = 25;

/**
 * Removes a person from every settled order, or from one order: name, e-mail address, tax id, the merchant's metadata,
 * reasons of refunds, the webhooks, the beginnings of their responses, the kept responses that repeat them, and the
 * totals of this person alone. Amounts, credits and transactions stay, as accounting law requires. Entries of the audit
 * log lose this address if it was recorded as a name, in any spelling; `audit erase NAME` removes other names. Each
 * transaction erases a few orders of a merchant. Harmless to repeat.
 * @param by who requests it, for the audit log, which names neither the person nor their orders.
 */
export async function eraseUser(db: Database, emailOrOrder: string, by?: Actor): Promise<Erasure> {
  const subject = subjectOf(emailOrOrder);
  const sum = { erased: 0, pending: 0 };
  for (const merchantId of await readMerchantIds(db.kysely)) {
    let batch: Erasure;
    do {
      batch = await inTransaction(db, (tx) => eraseSome(tx, db, { merchantId, subject }, by));
      sum.erased += batch.erased;
    } while (batch.erased === ORDERS_PER_ERASURE);
    sum.pending += batch.pending;
  }
  await inTransaction(db, (tx) => eraseAddressAsName(tx, OPERATOR_CHAIN, subject, by));
  // After a repeat too: the first attempt may have failed here.
  await analyzeTables(db, ERASED);
  return sum;
}

/** Erases the person from at most {@link ORDERS_PER_ERASURE} settled orders. */
async function eraseSome(
  tx: Tx,
  db: Database,
  { merchantId, subject }: { readonly merchantId: string; readonly subject: string },
  by: Actor | undefined,
): Promise<Erasure> {
  // Erasures at a merchant take turns: together they empty totals that neither of them empties alone.
  await lockMerchantIfAny(tx, merchantId);
  const orders = ordersOf(tx, merchantId, subject);
  // Read before the settled orders: an order that ends in between is then counted twice, not missed.
  const { pending } = await orders
    .where('status', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow();
  const settled = await orders
    .where('status', '<>', 'pending')
    .selectAll()
    .limit(ORDERS_PER_ERASURE)
    .execute();
  if (settled.length > 0) await erase(tx, db, merchantId, settled);
  const users = [...new Set(settled.flatMap((order) => userKey(order) ?? []))];
  const taxIds = [...new Set(settled.flatMap(({ user_tax_id }) => user_tax_id ?? []))];
  await deleteEmptyTotals(tx, db, { merchantId, users, taxIds });
  const erasure = { erased: settled.length, pending };
  if (settled.length + pending > 0)
    await recordAudit(tx, by, { merchantId, action: 'person.erased', after: erasure });
  await eraseAddressAsName(tx, merchantId, subject, by);
  return erasure;
}

async function erase(tx: Tx, db: Database, merchantId: string, orders: readonly OrderRow[]): Promise<void> {
  const nobody = { user_name: null, user_email: null, user_tax_id: null, email_key: null };
  const ids = orders.map(({ id }) => id);
  await tx
    .updateTable('orders')
    // The merchant's texts may name the person too.
    .set({ ...nobody, metadata: null })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('refunds')
    // The second hash covers a body that includes the reason.
    .set({ reason: null, key_hash: sql`substr(key_hash, 1, 64)` })
    .where(merchantOfFew(tx, 'merchant_id'), '=', merchantId)
    .where('order_id', 'in', ids)
    .execute();
  for (const order of orders) {
    await eraseDeliveries(tx, order);
    await eraseKeptResponses(tx, order);
  }
  // Done last: others wait for the rows it locks.
  const counted = orders.map((before) => ({ before, after: { ...before, ...nobody } }));
  await recountErased(tx, db, counted);
}

async function eraseDeliveries(tx: Tx, order: OrderRow): Promise<void> {
  for (const { merchant_id, id, body } of await deliveriesOf(tx, order)) {
    const event = JSON.parse(body);
    event.data.user = {};
    delete event.data.metadata;
    if (event.data.refund) event.data.refund.reason = null;
    await tx
      .updateTable('deliveries')
      .set({ body: JSON.stringify(event) })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    // An endpoint may have returned the body that it received.
    await tx
      .updateTable('delivery_attempts')
      .set({ excerpt: '' })
      .where('merchant_id', '=', merchant_id)
      .where('delivery_id', '=', id)
      .execute();
  }
}

async function eraseKeptResponses(tx: Tx, order: OrderRow): Promise<void> {
  for (const { key, response } of await keptResponsesOf(tx, order)) {
    const body = JSON.parse(response ?? '{}');
    if ('refund_id' in body) body.reason = null;
    else body.user = {};
    await tx
      .updateTable('idempotency')
      .set({ response: JSON.stringify(body) })
      .where('merchant_id', '=', order.merchant_id)
      .where('key', '=', key)
      .execute();
  }
}
