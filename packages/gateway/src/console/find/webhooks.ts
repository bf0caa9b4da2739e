import type { ListPage, Webhook, WebhookFilter, WebhookSummary } from '@flight-offset/console';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import type { DeliveryAttemptTable, DeliveryTable } from '../../store/schema.ts';
import { listPage, PAGE_READ } from './list-page.ts';

type DeliveryRow = Selectable<DeliveryTable>;
type AttemptRow = Selectable<DeliveryAttemptTable>;

function typeOf(body: string): string {
  const { type }: { type?: unknown } = JSON.parse(body);
  return typeof type === 'string' ? type : 'unknown';
}

/** Returns the number of ended attempts since the webhook was queued: a claim counts the attempt that it begins. */
function endedAttempts({ attempts, claimed_until }: DeliveryRow): number {
  return claimed_until === 0 ? attempts : attempts - 1;
}

/** Converts a webhook to its form in lists. @param attemptCount number of logged attempts. */
function webhookSummary(row: DeliveryRow, attemptCount: number): WebhookSummary {
  return {
    id: row.id,
    orderId: row.order_id,
    type: typeOf(row.body),
    url: row.url,
    state: row.state,
    attemptCount,
    isQueued: row.state === 'pending' && endedAttempts(row) <= 0,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at ?? undefined,
    nextAttemptAt: row.state === 'pending' ? row.next_attempt_at : undefined,
  };
}

function withAttempts(row: DeliveryRow, attempts: readonly AttemptRow[]): Webhook {
  const own = attempts.filter(({ delivery_id }) => delivery_id === row.id);
  return {
    ...webhookSummary(row, own.length),
    payload: row.body,
    attempts: own.map(({ attempt, at, status, outcome, excerpt, duration_ms }) => ({
      attempt,
      at,
      status: status ?? undefined,
      outcome,
      excerpt,
      durationMs: duration_ms,
    })),
  };
}

/** Adds every attempt to the given webhooks. */
export async function readAttempts({ reader }: Database, rows: readonly DeliveryRow[]): Promise<Webhook[]> {
  if (rows.length === 0) return [];
  const attempts = await reader
    .selectFrom('delivery_attempts')
    .selectAll()
    .where(
      'delivery_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('attempt')
    .execute();
  return rows.map((row) => withAttempts(row, attempts));
}

/** Counts the logged attempts of each webhook. */
async function countAttempts(
  { reader }: Database,
  merchantId: string,
  rows: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const counted = await reader
    .selectFrom('delivery_attempts')
    .select(({ fn }) => ['delivery_id', fn.countAll<number>().as('attempts')])
    .where('merchant_id', '=', merchantId)
    .where('delivery_id', 'in', ids)
    .groupBy('delivery_id')
    .execute();
  return new Map(counted.map(({ delivery_id, attempts }) => [delivery_id, attempts]));
}

/** Reads one page of a merchant's webhooks, newest first. @param cursor sequence number of the last webhook seen. */
export async function findWebhooks(
  db: Database,
  { merchantId, filter, cursor }: { merchantId: string; filter: WebhookFilter; cursor: string | undefined },
): Promise<ListPage<WebhookSummary>> {
  let query = db.reader.selectFrom('deliveries').selectAll().where('merchant_id', '=', merchantId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  // Spelled out, so that both engines use the small index of webhooks that were not accepted.
  if (filter.state === 'dead' || filter.state === 'pending')
    query = query.where(sql<boolean>`state <> 'delivered'`);
  if (cursor !== undefined && /^\d{1,15}$/.test(cursor)) query = query.where('sequence', '<', Number(cursor));
  const rows = await query.orderBy('sequence', 'desc').limit(PAGE_READ).execute();
  const attempts = await countAttempts(db, merchantId, rows);
  return listPage(
    rows,
    (row) => webhookSummary(row, attempts.get(row.id) ?? 0),
    ({ sequence }) => String(sequence),
  );
}

/** Reads one webhook of a merchant with its attempts. */
export async function findWebhook(
  db: Database,
  merchantId: string,
  id: string,
): Promise<Webhook | undefined> {
  if (!isId(id, 'msg')) return undefined;
  const row = await db.reader
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row && (await readAttempts(db, [row]))[0];
}
