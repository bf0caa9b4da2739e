import { formatSerials } from '@flight-offset/core/retirement';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { enteredRange, lockLedger, removeSerials } from './serial-ledger.ts';
import { findUnpublished } from './unpublished.ts';

/**
 * Removes a retirement that covers no order, such as one recorded for the wrong project: it would cover the next orders
 * of that project, and the right project could never state its serial numbers. A retirement that a batch names is
 * public, and stays.
 * @param by who removes it, for the audit log.
 * @returns why it stays; undefined if it was removed.
 */
export async function removeRetirement(db: Database, id: string, by: Actor): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    await lockLedger(tx);
    const retirement = await tx
      .selectFrom('retirements')
      .select(['project', 'tonnes', 'retired_on', 'url'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!retirement) return `There is no retirement ${id}; see: flight-offset-gateway audit list`;
    // Read before the parts: a batch that is published in between would show up in neither.
    const unpublished = await findUnpublished(tx, retirement.project);
    if (unpublished !== undefined)
      return `Batch ${unpublished} is not published yet; run: flight-offset-gateway retirements publish`;
    const part = await tx
      .selectFrom('retirement_parts')
      .select('batch')
      .where('retirement', '=', id)
      .executeTakeFirst();
    if (part)
      return `Retirement ${id} stays: batch ${part.batch}, which is published, names it; see: flight-offset-gateway retirements correct`;
    const serials = (await removeSerials(tx, id)).map((range) => formatSerials(enteredRange(range)));
    await tx.deleteFrom('retirements').where('id', '=', id).execute();
    const before = { ...retirement, serials };
    await recordAudit(tx, by, { action: 'retirement.removed', subject: id, before });
    return undefined;
  });
}
