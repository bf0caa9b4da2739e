import type { Selectable } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { eraseName } from '../audit/erase-name.ts';
import { OPERATOR_CHAIN, recordAudit } from '../audit/record.ts';
import { dropEmptyTotals } from '../store/empty-totals.ts';
import type { Database } from '../store/engine.ts';
import type {
  ConsolePersonRow,
  DeliveryAttemptTable,
  DeliveryTable,
  IdempotencyTable,
  OrderRow,
  RefundRow,
} from '../store/schema.ts';
import { countAnew } from '../store/totals.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';

/** Everything kept of one e-mail address. Tokens of payment pages are removed: whoever has one can pay or cancel an order. */
export interface PersonalData {
  readonly orders: readonly Omit<OrderRow, 'payment_token'>[];
  readonly deliveries: readonly Selectable<DeliveryTable>[];
  /** Attempts to deliver them to which the endpoint sent something back: it may repeat what it received. */
  readonly attempts: readonly Selectable<DeliveryAttemptTable>[];
  /** Refunds of the orders whose reason the merchant wrote down. */
  readonly refunds: readonly Pick<RefundRow, 'merchant_id' | 'id' | 'order_id' | 'reason' | 'created_at'>[];
  /** Responses to the creation of the orders, which are kept under idempotency keys. */
  readonly responses: readonly Selectable<IdempotencyTable>[];
  /** Who may sign in to the console with the address. */
  readonly people: readonly ConsolePersonRow[];
}

/** What became of the orders of somebody who is to be erased. */
export interface Erasure {
  /** Orders that name nobody any more. */
  readonly erased: number;
  /** Orders that are pending, and were left as they are. */
  readonly pending: number;
}

/** Orders erased in one transaction: those who buy at the merchant meanwhile wait for no more than that. */
const BITE = 25;

/** Merchants one after the other: the index of a merchant's orders by e-mail address finds them. */
async function merchantIds(tx: Pick<Tx, 'selectFrom'>): Promise<string[]> {
  const rows = await tx.selectFrom('merchants').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

async function ordersOf(
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

/** Collects everything kept of one e-mail address, over all merchants. */
export async function exportUser({ kysely }: Database, email: string): Promise<PersonalData> {
  const emailKey = email.toLowerCase();
  const orders: Omit<OrderRow, 'payment_token'>[] = [];
  const deliveries: Selectable<DeliveryTable>[] = [];
  const attempts: Selectable<DeliveryAttemptTable>[] = [];
  const refunds: PersonalData['refunds'][number][] = [];
  const responses: Selectable<IdempotencyTable>[] = [];
  for (const merchantId of await merchantIds(kysely))
    for (const order of await ordersOf(kysely, merchantId, emailKey)) {
      const { payment_token: token, ...shown } = order;
      orders.push(shown);
      const sent = await deliveriesOf(kysely, order);
      for (const one of sent) deliveries.push({ ...one, body: one.body.replaceAll(token, 'removed') });
      for (const one of await answeredAttempts(kysely, order, sent))
        attempts.push({ ...one, excerpt: one.excerpt.replaceAll(token, 'removed') });
      refunds.push(...(await reasonsOf(kysely, order)));
      for (const one of await keptResponsesOf(kysely, order))
        responses.push({ ...one, response: one.response?.replaceAll(token, 'removed') ?? null });
    }
  const people = await kysely
    .selectFrom('console_people')
    .selectAll()
    .where('email_key', '=', emailKey)
    .execute();
  return { orders, deliveries, attempts, refunds, responses, people };
}

/** A webhook has few attempts, each with the beginning of its response: the primary key finds them. */
async function answeredAttempts(
  tx: Pick<Tx, 'selectFrom'>,
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

async function reasonsOf(
  tx: Pick<Tx, 'selectFrom'>,
  { merchant_id, id }: OrderRow,
): Promise<PersonalData['refunds']> {
  return tx
    .selectFrom('refunds')
    .select(['merchant_id', 'id', 'order_id', 'reason', 'created_at'])
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where('reason', 'is not', null)
    .execute();
}

/**
 * Takes a person out of every settled order: name, e-mail address, tax id, the merchant's metadata, reasons of refunds,
 * the webhooks, the beginnings of their responses and the kept responses which repeat them, and totals of that person
 * alone. Amounts, credits and transactions stay; accounting law requires them. Entries of the audit log lose this address
 * where it was recorded as a name; `audit erase NAME` removes other names. A few orders of a merchant per transaction; harmless to repeat.
 * @param by who has it done, for the audit log: it names neither the person nor their orders.
 */
export async function eraseUser(db: Database, email: string, by?: Actor): Promise<Erasure> {
  const sum = { erased: 0, pending: 0 };
  for (const merchantId of await merchantIds(db.kysely)) {
    let bite: Erasure;
    do {
      bite = await inTransaction(db, (tx) =>
        eraseSome(tx, db, { merchantId, emailKey: email.toLowerCase() }, by),
      );
      sum.erased += bite.erased;
    } while (bite.erased === BITE);
    sum.pending += bite.pending;
  }
  await inTransaction(db, (tx) => eraseName(tx, OPERATOR_CHAIN, email.toLowerCase(), by));
  return sum;
}

/** Erases the person from at most {@link BITE} settled orders. */
async function eraseSome(
  tx: Tx,
  db: Database,
  { merchantId, emailKey }: { readonly merchantId: string; readonly emailKey: string },
  by: Actor | undefined,
): Promise<Erasure> {
  await waitForOthers(tx, db, merchantId);
  const orders = await ordersOf(tx, merchantId, emailKey);
  const settled = orders.filter(({ status }) => status !== 'pending');
  const pending = orders.length - settled.length;
  settled.splice(BITE);
  if (settled.length > 0) await erase(tx, db, merchantId, settled);
  const taxIds = [...new Set(settled.flatMap(({ user_tax_id }) => user_tax_id ?? []))];
  await dropEmptyTotals(tx, db, { merchantId, emailKey, taxIds });
  const erasure = { erased: settled.length, pending };
  if (orders.length > 0) await recordAudit(tx, by, { merchantId, action: 'person.erased', after: erasure });
  await eraseName(tx, merchantId, emailKey, by);
  return erasure;
}

/** Erasures at a merchant wait for each other: together they empty totals that neither of them empties alone. */
async function waitForOthers(tx: Tx, { engine }: Database, merchantId: string): Promise<void> {
  if (engine === 'sqlite') return;
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute();
}

async function erase(tx: Tx, db: Database, merchantId: string, orders: readonly OrderRow[]): Promise<void> {
  const nobody = { user_name: null, user_email: null, user_tax_id: null, email_key: null };
  const ids = orders.map(({ id }) => id);
  await tx
    .updateTable('orders')
    // What merchants wrote in their own words may name them too.
    .set({ ...nobody, metadata: null })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('refunds')
    .set({ reason: null })
    .where('merchant_id', '=', merchantId)
    .where('order_id', 'in', ids)
    .execute();
  for (const order of orders) {
    await eraseDeliveries(tx, order);
    await eraseKeptResponse(tx, order);
  }
  // Last: others wait for the rows it locks.
  const counted = orders.map((before) => ({ before, after: { ...before, ...nobody } }));
  await countAnew(tx, db, counted);
}

async function deliveriesOf(
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

async function eraseDeliveries(tx: Tx, order: OrderRow): Promise<void> {
  for (const { merchant_id, id, body } of await deliveriesOf(tx, order)) {
    const event = JSON.parse(body);
    event.data.user = {};
    delete event.data.metadata;
    delete event.data.reason;
    await tx
      .updateTable('deliveries')
      .set({ body: JSON.stringify(event) })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    // An endpoint may have sent back what it received.
    await tx
      .updateTable('delivery_attempts')
      .set({ excerpt: '' })
      .where('merchant_id', '=', merchant_id)
      .where('delivery_id', '=', id)
      .execute();
  }
}

/** Responses kept under idempotency keys are of the same moment as their order: an index finds them. */
async function keptResponsesOf(
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

async function eraseKeptResponse(tx: Tx, order: OrderRow): Promise<void> {
  for (const { key, response } of await keptResponsesOf(tx, order)) {
    const { metadata: _, ...body } = JSON.parse(response ?? '{}');
    await tx
      .updateTable('idempotency')
      .set({ response: JSON.stringify({ ...body, user: {} }) })
      .where('merchant_id', '=', order.merchant_id)
      .where('key', '=', key)
      .execute();
  }
}
