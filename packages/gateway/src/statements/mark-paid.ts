import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { releaseLimit } from '../merchants/limit.ts';
import type { Database } from '../store/engine.ts';
import type { StatementRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { StatementError } from './statement-error.ts';

/** The two states of a closed statement, each with the state before it. */
const BEFORE = { paid: 'closed', closed: 'paid' } as const;

/** A mark of a closed statement. */
export interface StatementMark {
  readonly state: keyof typeof BEFORE;
  readonly at: number;
  /** Author of the mark, for the audit log. */
  readonly by?: Actor | undefined;
  /** Claims the form that requested the mark; false if the form was sent before: the statement then does not change. */
  readonly claim?: (tx: Tx) => Promise<boolean>;
}

/**
 * Marks a closed statement as paid, or takes the mark back, once. The total of a paid statement no longer counts
 * towards the merchant's limit. Once the mark is taken back it counts again, even beyond the limit: a debit may be
 * returned, or a payment may have been booked on the wrong statement.
 * @returns the statement after the change.
 * @throws StatementError if there is none with this id.
 */
export async function markStatement(
  db: Database,
  id: string,
  { state, at, by, claim = async () => true }: StatementMark,
): Promise<StatementRow> {
  return inTransaction(db, async (tx) => {
    const marked =
      (await claim(tx)) &&
      (await tx
        .updateTable('statements')
        .set({ state, paid_at: state === 'paid' ? at : null })
        .where('id', '=', id)
        .where('state', '=', BEFORE[state])
        .returningAll()
        .executeTakeFirst());
    if (marked) {
      const { merchant_id: merchantId, currency, total_minor: total } = marked;
      await releaseLimit(tx, merchantId, currency, state === 'paid' ? total : -total);
      const action = state === 'paid' ? 'statement.paid' : 'statement.unpaid';
      const change = { before: { state: BEFORE[state] }, after: { state } };
      await recordAudit(tx, by, { merchantId, action, subject: id, ...change, at });
      return marked;
    }
    const row = await tx.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new StatementError('no_such_statement', `there is no closed statement ${id}`);
    return row;
  });
}
