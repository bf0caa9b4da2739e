import { inTransaction } from '../store/transaction.ts';
import { planRetirements } from './plan.ts';
import type { Publisher } from './publish.ts';
import { openBatch } from './record.ts';
import { lockLedger } from './serial-ledger.ts';
import { findUnpublished } from './unpublished.ts';

/**
 * Opens a batch for each project whose due orders are all covered by earlier retirements. Once a project's last tonne
 * is retired, no later retirement would take its last orders along.
 */
export async function openCoveredBatches({ db, now }: Pick<Publisher, 'db' | 'now'>): Promise<void> {
  for (const { project, tonnes } of await planRetirements(db)) {
    if (tonnes > 0) continue;
    await inTransaction(db, async (tx) => {
      await lockLedger(tx);
      if ((await findUnpublished(tx, project)) === undefined) await openBatch(tx, project, now());
    });
  }
}
