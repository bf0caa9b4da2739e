import type { Money } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { locking } from '../store/sql/locking.ts';
import { inTransaction } from '../store/transaction.ts';

/** The amount of a payout that arrived at the bank. */
export interface BankReceipt {
  readonly provider: string;
  readonly payout: string;
  readonly currency: string;
  readonly amountMinor: number;
}

/**
 * Marks a line that differs from the gateway's records as resolved: somebody knows what it is.
 * @param provider the line's provider; default: any.
 * @returns false if there is no such unmatched line.
 */
export async function resolveLine(db: Database, id: string, by: Actor, provider?: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const resolved = await tx
      .updateTable('payout_lines')
      .set({ state: 'resolved' })
      .where('id', '=', id)
      .where('state', '=', 'unmatched')
      .$if(provider !== undefined, (one) => one.where('provider', '=', provider ?? ''))
      .returning(['provider', 'payout'])
      .execute();
    if (resolved.length === 0) return false;
    await recordAudit(tx, by, { action: 'payout_line.resolved', subject: id, after: { lines: resolved } });
    return true;
  });
}

/** When and by whom a receipt is recorded. */
interface BankReceiptRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: Actor;
  /** Receives the amount recorded earlier, which then stays; without it, the new amount replaces an earlier one. */
  readonly onKnown?: (known: Money) => void;
}

/**
 * Records the amount of a payout that arrived at the bank.
 * @returns false if no line of this payout in this currency was imported.
 */
export async function recordBankReceipt(
  db: Database,
  { provider, payout, currency, amountMinor }: BankReceipt,
  { at, by, onKnown }: BankReceiptRecord,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const lines = tx
      .selectFrom('payout_lines')
      .select('id')
      .where('provider', '=', provider)
      .where('payout', '=', payout)
      .where('currency', '=', currency)
      .limit(1);
    // Locked, so that the payout is removed either before this, or together with this record.
    const known = await locking(tx, lines).executeTakeFirst();
    if (!known) return false;
    const values = { currency, amount_minor: amountMinor, recorded_at: at };
    const recorded = await tx
      .insertInto('payout_receipts')
      .values({ provider, payout, ...values })
      .onConflict((conflict) => {
        const earlier = conflict.columns(['provider', 'payout']);
        return onKnown ? earlier.doNothing() : earlier.doUpdateSet(values);
      })
      .returning('payout')
      .executeTakeFirst();
    if (onKnown && !recorded) {
      const earlier = tx.selectFrom('payout_receipts').select(['currency', 'amount_minor']);
      onKnown(
        await earlier.where('provider', '=', provider).where('payout', '=', payout).executeTakeFirstOrThrow(),
      );
      return true;
    }
    const after = { provider, currency, amount_minor: amountMinor };
    await recordAudit(tx, by, { action: 'payout.received', subject: payout, after });
    return true;
  });
}
