import type { Kysely } from 'kysely';
import type { PaymentRow, Schema } from '../store/schema.ts';
import { DAY_MS } from '../time-span.ts';

/** Maximum time from a payment to its payout: providers settle within two weeks at the latest. */
const SETTLED_WITHIN_DAYS = 14;
/** Maximum age of payments that are compared with reports. */
const LOOKBACK_DAYS = 90;
/** Maximum number of payments that {@link findUnsettled} returns. */
export const MAX_UNSETTLED = 1000;

/**
 * Returns the first day whose payouts are compared, such as `2026-08-24`. @param at the time, milliseconds since 1970.
 */
export function firstComparedDay(at: number): string {
  return new Date(at - LOOKBACK_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Finds captured payments of a provider that are in no settlement report, although reports from two weeks later were
 * imported. Empty if no report was imported.
 */
export async function findUnsettled(db: Kysely<Schema>, provider: string): Promise<PaymentRow[]> {
  const last = await db
    .selectFrom('payout_lines')
    .select(({ fn }) => fn.max<string | null>('settled_on').as('settled_on'))
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!last?.settled_on) return [];
  const until = Date.parse(`${last.settled_on}T00:00:00Z`) - SETTLED_WITHIN_DAYS * DAY_MS;
  // Selected by the time of capture: the payer, or a bank debit, may have taken weeks.
  return db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('state', '=', 'captured')
    .where('updated_at', '>=', until - LOOKBACK_DAYS * DAY_MS)
    .where('updated_at', '<', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payout_lines')
            .select('id')
            .whereRef('payout_lines.provider', '=', 'payments.provider')
            .whereRef('payout_lines.payment_reference', '=', 'payments.payment_reference')
            // Stripe names the payment in the lines of its refunds and disputes too.
            .where('payout_lines.kind', '=', 'payment'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(MAX_UNSETTLED)
    .execute();
}
