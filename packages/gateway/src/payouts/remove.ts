import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { lockWork } from '../store/lock-work.ts';
import { inTransaction } from '../store/transaction.ts';

/**
 * Removes a payout with its lines and its amount received at the bank, for example because it belongs to another
 * account. Its report may be imported again: its lines are then compared anew, including resolved ones.
 * @param by who removes it, for the audit log.
 * @returns its number of lines; 0 if there is no such payout.
 */
export async function removePayout(
  db: Database,
  { provider, payout }: { readonly provider: string; readonly payout: string },
  by: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Otherwise, an import that already knows the lines would leave them out, or add some of them after the removal.
    await lockWork(tx, 'payouts import');
    const [removed] = await tx
      .deleteFrom('payout_lines')
      .where('provider', '=', provider)
      .where('payout', '=', payout)
      .execute();
    const lines = Number(removed?.numDeletedRows ?? 0);
    if (lines === 0) return 0;
    await tx
      .deleteFrom('payout_receipts')
      .where('provider', '=', provider)
      .where('payout', '=', payout)
      .execute();
    const before = { provider, lines };
    await recordAudit(tx, by, { action: 'payout.removed', subject: payout, before });
    return lines;
  });
}
