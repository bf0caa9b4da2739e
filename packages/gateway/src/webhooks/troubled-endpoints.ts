import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { DAY_MS } from '../time-span.ts';
import { LAST_FAILED_AT, SERIES_GAP_MS } from './endpoint.ts';

/** Number of a merchant's endpoints in one state. */
export interface EndpointCount {
  readonly merchant_id: string;
  readonly count: number;
  /** When the first of them entered this state, milliseconds since 1970. */
  readonly first: number;
}

function countSince(
  db: Kysely<Schema>,
  since: 'disabled_at' | 'failing_since',
  merchantId: string | undefined,
) {
  return db
    .selectFrom('webhook_endpoints')
    .select('merchant_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number>(since).as('first')])
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .groupBy('merchant_id')
    .orderBy('first');
}

/**
 * Counts disabled endpoints by merchant, beginning with the one that was disabled first.
 * @param merchantId default: every merchant's.
 */
export async function countDisabledEndpoints(
  db: Kysely<Schema>,
  merchantId?: string,
): Promise<EndpointCount[]> {
  return countSince(db, 'disabled_at', merchantId).where('disabled_at', 'is not', null).execute();
}

/**
 * Counts, like {@link countDisabledEndpoints}, endpoints that have accepted nothing for a day and are not disabled yet:
 * their merchant still has some days. Endpoints without a recent attempt are left out.
 */
export async function countFailingEndpoints(
  db: Kysely<Schema>,
  at: number,
  merchantId?: string,
): Promise<EndpointCount[]> {
  return countSince(db, 'failing_since', merchantId)
    .where('disabled_at', 'is', null)
    .where('failing_since', '<', at - DAY_MS)
    .where(LAST_FAILED_AT, '>=', at - SERIES_GAP_MS)
    .execute();
}
