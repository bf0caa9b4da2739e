import type { Finding } from '@flight-offset/console';
import { sql } from 'kysely';
import { counted } from '../counted.ts';
import { decimalText } from '../csv/decimal-text.ts';
import { findBounced } from '../payments/find-bounced.ts';
import type { Database } from '../store/engine.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { DAY_MS, timeSpan } from '../time-span.ts';
import { countDisabledEndpoints, countFailingEndpoints } from '../webhooks/troubled-endpoints.ts';

const WEEK_MS = 7 * DAY_MS;
/** Maximum number of webhooks counted; above it, the text says "more than". */
const MOST = 1000;

async function disabledEndpoints({ reader }: Database, merchantId: string, at: number): Promise<Finding[]> {
  const [found] = await countDisabledEndpoints(reader, merchantId);
  if (!found) return [];
  const { count, first } = found;
  const isOne = count === 1;
  return [
    {
      name: isOne ? 'A webhook endpoint is disabled' : `${counted(count, 'webhook endpoint')} are disabled`,
      state: 'fault',
      detail: `${isOne ? 'It' : 'They'} failed for five days or returned 410; nothing has been sent to ${isOne ? 'it' : 'the first of them'} for ${timeSpan(at - first)}.`,
      next: 'fix the endpoint, then enable it under Webhooks and replay what failed',
    },
  ];
}

/** Informs the merchant some days before an endpoint is disabled. */
async function failingEndpoints({ reader }: Database, merchantId: string, at: number): Promise<Finding[]> {
  const [found] = await countFailingEndpoints(reader, at, merchantId);
  if (!found) return [];
  const { count, first } = found;
  const isOne = count === 1;
  return [
    {
      name: isOne ? 'A webhook endpoint fails' : `${counted(count, 'webhook endpoint')} fail`,
      state: 'warning',
      detail: `${isOne ? 'It' : 'The first of them'} has accepted nothing for ${timeSpan(at - first)}; after five days it is disabled.`,
      next: 'fix the endpoint, then replay what failed under Webhooks',
    },
  ];
}

async function failedWebhooks({ reader }: Database, merchantId: string, at: number): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('deliveries')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'dead')
    .where(sql<boolean>`state <> 'delivered'`)
    .where('created_at', '>', at - WEEK_MS)
    .orderBy('sequence', 'desc')
    .limit(MOST + 1)
    .execute();
  if (rows.length === 0) return [];
  const failed = `${counted(Math.min(rows.length, MOST), 'webhook')} created in the last 7 days failed every attempt.`;
  return [
    {
      name: 'Webhooks failed',
      state: 'warning',
      detail: rows.length > MOST ? `More than ${failed}` : failed,
      next: 'fix the endpoint, then replay them under Webhooks',
    },
  ];
}

async function stuckRefunds({ reader }: Database, merchantId: string): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('refunds')
    .select(['id', 'order_id'])
    .where(merchantOfFew(reader, 'merchant_id'), '=', merchantId)
    .where('state', '=', 'pending')
    .where('fault', 'is not', null)
    .orderBy('id')
    .limit(MOST)
    .execute();
  const [first] = rows;
  if (!first) return [];
  return [
    {
      name: 'Refunds are not accepted by the payment provider',
      state: 'warning',
      detail: `${rows.length} pending; the oldest is of order ${first.order_id}.`,
      next: "see the order's payments; the gateway retries by itself",
    },
  ];
}

/** The person who requested a refund read that it is on its way, but a bank may return it days later. */
async function bouncedRefunds({ reader }: Database, merchantId: string, at: number): Promise<Finding[]> {
  const [first, ...rest] = await findBounced(reader, at, merchantId);
  if (!first) return [];
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return [
    {
      name: 'Refunds did not reach their payers',
      state: 'warning',
      detail: `A refund of order ${first.order_id}${more} failed in the last 30 days, and nothing has been refunded since.`,
      next: "refund it again, or have the gateway's operator pay the traveller another way and record it on the order's page",
    },
  ];
}

/** Limits of which nine tenths are used. Above a limit, bookings are refused, and nothing else warns of that. */
async function limitsNearlyTaken({ reader }: Database, merchantId: string): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('settlement_limits')
    .innerJoin('merchants', 'merchants.id', 'settlement_limits.merchant_id')
    .select(['currency', 'limit_minor', 'open_minor'])
    .where('merchant_id', '=', merchantId)
    .where('settlement', '=', 'merchant')
    .where('limit_minor', '>', 0)
    .orderBy('currency')
    .execute();
  return rows
    .filter(({ limit_minor, open_minor }) => open_minor >= limit_minor * 0.9)
    .map(({ currency, limit_minor, open_minor }) => ({
      name: `The limit on unpaid statements in ${currency} is nearly reached`,
      state: 'warning',
      detail: `${decimalText(open_minor, currency)} of ${decimalText(limit_minor, currency)} ${currency} is owed on unpaid statements. Orders that would exceed the limit are refused.`,
      next: 'pay a statement, or ask the operator to raise the limit',
    }));
}

/** Findings that need a person's attention at a merchant. */
export async function attentionOf(db: Database, merchantId: string, at: number): Promise<Finding[]> {
  const found = await Promise.all([
    disabledEndpoints(db, merchantId, at),
    failingEndpoints(db, merchantId, at),
    failedWebhooks(db, merchantId, at),
    stuckRefunds(db, merchantId),
    bouncedRefunds(db, merchantId, at),
    limitsNearlyTaken(db, merchantId),
  ]);
  return found.flat();
}
