import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { releaseLimit } from '../merchants/limit.ts';
import type { Database } from '../store/engine.ts';
import type { StatementRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { StatementError } from './statement-error.ts';

/** Both states of a statement that is closed: each is what the other was before. */
const BEFORE = { paid: 'closed', closed: 'paid' } as const;

/** @returns false where what is sent was done before: the statement stays as it is. */
type ClaimMark = (tx: Tx) => Promise<boolean>;

/** Puts a statement into a state, once. @returns it as it now is. @throws StatementError where there is none of that id. */
async function mark(
  db: Database,
  id: string,
  {
    state,
    at,
    by,
    claim = async () => true,
  }: {
    readonly state: 'paid' | 'closed';
    readonly at: number;
    readonly by: Actor | undefined;
    readonly claim: ClaimMark | undefined;
  },
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

/**
 * Marks a statement as paid, once; what it came to no longer counts towards the merchant's limit.
 * @param by who marks it, for the audit log.
 * @param claim of the form that asks for it.
 * @returns the statement as it now is.
 * @throws StatementError where there is none of that id.
 */
export function markStatementPaid(
  db: Database,
  id: string,
  at: number,
  by?: Actor,
  claim?: ClaimMark,
): Promise<StatementRow> {
  return mark(db, id, { state: 'paid', at, by, claim });
}

/**
 * Takes the mark back, once: what it came to counts towards the merchant's limit again, also beyond it. A debit may be
 * returned, and a payment be booked on the wrong statement.
 * @param by who takes it back, for the audit log.
 * @param claim of the form that asks for it.
 * @returns the statement as it now is.
 * @throws StatementError where there is none of that id.
 */
export function markStatementUnpaid(
  db: Database,
  id: string,
  at: number,
  by?: Actor,
  claim?: ClaimMark,
): Promise<StatementRow> {
  return mark(db, id, { state: 'closed', at, by, claim });
}
