import type { ListPage, Webhook, WebhookFilter, WebhookSummary } from '@flight-offset/console';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import type { DeliveryAttemptTable, DeliveryTable } from '../../store/schema.ts';
import { listPage, PAGE_READ } from './list-page.ts';

type DeliveryRow = Selectable<DeliveryTable>;
type AttemptRow = Selectable<DeliveryAttemptTable>;

/** The event type of a payload. */
function typeOf(body: string): string {
  const { type }: { type?: unknown } = JSON.parse(body);
  return typeof type === 'string' ? type : 'unknown';
}

/** A webhook as lists show it. */
function webhookSummary(row: DeliveryRow): WebhookSummary {
  return {
    id: row.id,
    orderId: row.order_id,
    type: typeOf(row.body),
    url: row.url,
    state: row.state,
    attemptCount: row.attempts,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at ?? undefined,
    nextAttemptAt: row.state === 'pending' ? row.next_attempt_at : undefined,
  };
}

function withAttempts(row: DeliveryRow, attempts: readonly AttemptRow[]): Webhook {
  return {
    ...webhookSummary(row),
    payload: row.body,
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.id)
      .map(({ attempt, at, status, outcome, excerpt, duration_ms }) => ({
        attempt,
        at,
        status: status ?? undefined,
        outcome,
        excerpt,
        durationMs: duration_ms,
      })),
  };
}

/** Adds every attempt to some webhooks. */
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

/** One page of a merchant's webhooks, newest first. @param cursor the sequence of the last one seen. */
export async function findWebhooks(
  { reader }: Database,
  { merchantId, filter, cursor }: { merchantId: string; filter: WebhookFilter; cursor: string | undefined },
): Promise<ListPage<WebhookSummary>> {
  let query = reader.selectFrom('deliveries').selectAll().where('merchant_id', '=', merchantId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  // Spelled out, so that both engines use the small index of webhooks that were not accepted.
  if (filter.state === 'dead' || filter.state === 'pending')
    query = query.where(sql<boolean>`state <> 'delivered'`);
  if (cursor !== undefined && /^\d{1,15}$/.test(cursor)) query = query.where('sequence', '<', Number(cursor));
  const rows = await query.orderBy('sequence', 'desc').limit(PAGE_READ).execute();
  return listPage(rows, webhookSummary, ({ sequence }) => String(sequence));
}

/** One webhook of a merchant with its attempts. */
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
