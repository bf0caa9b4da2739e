import { type Kysely, sql } from 'kysely';
import type { PayoutLineTable, Schema } from '../store/schema.ts';

/** A transfer to the operator's bank account, and its components. Amounts are minor units of `currency`. */
export interface Payout {
  readonly provider: string;
  readonly payout: string;
  readonly settled_on: string;
  readonly currency: string;
  readonly payments_minor: number;
  /** Negative if the money leaves the account. */
  readonly refunds_minor: number;
  readonly disputes_minor: number;
  /** Adjustments, such as reserves. */
  readonly other_minor: number;
  /** Fees of the provider, excluding tax. */
  readonly fees_minor: number;
  /** Tax on the fees. */
  readonly tax_minor: number;
  /** payments + refunds + disputes + other − fees − tax. */
  readonly amount_minor: number;
  /** Amount of the transfer as the provider states it; null if the report has no line for it. */
  readonly transferred_minor: number | null;
  /** Amount that arrived at the bank; null until somebody records it. */
  readonly received_minor: number | null;
  readonly bank_reference: string | null;
}

/** Dates of settlement, such as `2026-11-30`; `to` is the first day after the range. */
export interface SettledBetween {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function grossOf(kind: PayoutLineTable['kind']): ReturnType<typeof sql<number>> {
  return sql<number>`sum(case when kind = ${sql.lit(kind)} then gross_minor else 0 end)`;
}

/** Sums a column over the payout's lines, without the line of the transfer. */
function sumOf(column: 'fee_minor' | 'tax_minor' | 'net_minor'): ReturnType<typeof sql<number>> {
  return sql<number>`sum(case when kind = 'payout' then 0 else ${sql.ref(column)} end)`;
}

/**
 * Lists payouts, newest first, each as the sum of its lines; by default those of all days.
 * @param limit maximum number of payouts; by default all.
 */
export async function listPayouts(
  db: Kysely<Schema>,
  { from, to }: SettledBetween = {},
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Payout[]> {
  let lines = db.selectFrom('payout_lines');
  if (from !== undefined) lines = lines.where('settled_on', '>=', from);
  if (to !== undefined) lines = lines.where('settled_on', '<', to);
  return lines
    .leftJoin('payout_receipts', (join) =>
      join
        .onRef('payout_receipts.provider', '=', 'payout_lines.provider')
        .onRef('payout_receipts.payout', '=', 'payout_lines.payout')
        .onRef('payout_receipts.currency', '=', 'payout_lines.currency'),
    )
    .select(['payout_lines.provider', 'payout_lines.payout'])
    .select(({ fn }) => [
      fn.min('settled_on').as('settled_on'),
      'payout_lines.currency',
      grossOf('payment').as('payments_minor'),
      grossOf('refund').as('refunds_minor'),
      grossOf('dispute').as('disputes_minor'),
      grossOf('adjustment').as('other_minor'),
      sumOf('fee_minor').as('fees_minor'),
      sumOf('tax_minor').as('tax_minor'),
      sumOf('net_minor').as('amount_minor'),
      sql<number | null>`-sum(case when kind = 'payout' then net_minor end)`.as('transferred_minor'),
      fn.max('amount_minor').as('received_minor'),
      fn.max('bank_reference').as('bank_reference'),
    ])
    .groupBy(['payout_lines.provider', 'payout_lines.payout', 'payout_lines.currency'])
    .orderBy('settled_on', 'desc')
    .orderBy('payout_lines.payout', 'desc')
    .limit(limit)
    .execute();
}

/** Returns why the figures of a payout disagree; undefined if they agree. */
export function disagreementOf(payout: Payout): string | undefined {
  const { amount_minor: amount, transferred_minor: transferred, received_minor: received } = payout;
  if (transferred !== null && transferred !== amount)
    return 'its lines do not add up to what was transferred';
  if (received !== null && received !== amount) return 'its lines do not add up to what arrived at the bank';
  return undefined;
}
