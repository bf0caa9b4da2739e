import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';

/** What arrived at the bank of a payout. */
export interface Receipt {
  readonly provider: string;
  readonly payout: string;
  readonly currency: string;
  readonly amountMinor: number;
}

/**
 * Marks a line that is not what the gateway recorded as resolved: somebody knows what it is.
 * @param provider whose line it is; default: any.
 * @returns false where there is no such unmatched line.
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

/**
 * Records what arrived at the bank of a payout; a later record replaces it.
 * @returns false where no line of that payout in that currency was imported.
 */
export async function recordReceipt(
  db: Database,
  { provider, payout, currency, amountMinor }: Receipt,
  now: number,
  by: Actor,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('payout_lines')
      .select('id')
      .where('provider', '=', provider)
      .where('payout', '=', payout)
      .where('currency', '=', currency)
      .limit(1)
      .executeTakeFirst();
    if (!known) return false;
    const values = { currency, amount_minor: amountMinor, recorded_at: now };
    await tx
      .insertInto('payout_receipts')
      .values({ provider, payout, ...values })
      .onConflict((conflict) => conflict.columns(['provider', 'payout']).doUpdateSet(values))
      .execute();
    const after = { provider, currency, amount_minor: amountMinor };
    await recordAudit(tx, by, { action: 'payout.received', subject: payout, after });
    return true;
  });
}
