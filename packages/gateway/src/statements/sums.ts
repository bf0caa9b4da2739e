import { sql } from 'kysely';
import { engineOf } from '../store/engine-of.ts';
import type { Reads } from '../store/transaction.ts';
import { type FrozenRule, frozenRule } from './frozen-tax.ts';

/** The sum of the lines of one currency whose orders froze the same tax. */
export interface LineSum {
  readonly currency: string;
  readonly rule: FrozenRule;
  readonly total_minor: number;
  readonly orders: number;
  readonly refunds: number;
}

/**
 * Sums up the lines of a statement, or the lines on no statement yet, by currency and by the tax of their orders. The
 * sum with the oldest line comes first. A refund counts with its order.
 * @param statementId null for the lines on no statement.
 * @param before only lines before this time, milliseconds since 1970; default: all.
 */
export async function sumLines(
  db: Reads,
  merchantId: string,
  statementId: string | null,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<LineSum[]> {
  return db
    .selectFrom('statement_lines as line')
    .leftJoin('orders', (join) =>
      join.onRef('orders.merchant_id', '=', 'line.merchant_id').onRef('orders.id', '=', 'line.order_id'),
    )
    .select([
      'line.currency',
      frozenRule(engineOf(db)).as('rule'),
      sql<number>`sum(line.amount_minor)`.as('total_minor'),
      sql<number>`sum(case when line.kind = 'order' then 1 else 0 end)`.as('orders'),
      sql<number>`sum(case when line.kind = 'refund' then 1 else 0 end)`.as('refunds'),
    ])
    .where('line.merchant_id', '=', merchantId)
    .where('line.statement_id', statementId === null ? 'is' : '=', statementId)
    .where('line.created_at', '<', before)
    .groupBy(['line.currency', 'rule'])
    .orderBy('line.currency')
    .orderBy(sql`min(line.created_at)`)
    .orderBy('rule')
    .execute();
}
