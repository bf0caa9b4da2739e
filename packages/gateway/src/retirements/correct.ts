import { isDeepStrictEqual } from 'node:util';
import { formatSerials, MAX_REASON_LENGTH } from '@flight-offset/core/retirement';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { readReceiptKeys } from '../credentials/receipt-keys.ts';
import { uriOf } from '../projects/uri.ts';
import type { RetirementBatchRow, RetirementRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { refuseOtherLots } from './check-lots.ts';
import { findContradiction } from './contradiction.ts';
import { certificateColumns, checkWritten, type NewRetirement, RetirementError } from './new-retirement.ts';
import type { Publisher } from './publish.ts';
import { readBatchesNaming, reissueBatch } from './reissue.ts';
import { enteredRange, enterSerials, lockLedger, readSerialsOf, removeSerials } from './serial-ledger.ts';
import { requirePublished } from './unpublished.ts';

/** Corrected values of a retirement. An absent field was right, as tonnes and project always must be. */
export interface Correction
  extends Partial<Pick<NewRetirement, 'serials' | 'retiredOn' | 'url' | 'certificate'>> {
  /** The reason, for everyone who verifies a receipt. */
  readonly reason: string;
}

/**
 * Corrects a recorded retirement, and re-signs every batch that names it. The orders, their grams and proofs do not
 * change. The earlier document stays public, and the new one names its hash.
 * @param id of the retirement.
 * @param by who corrects it, for the audit log.
 * @returns the re-signed batches; none if the retirement covers no order yet.
 * @throws RetirementError, SerialsReusedError. Nothing is changed then.
 */
export async function correctRetirement(
  { db, sealer, now }: Publisher,
  id: string,
  correction: Correction,
  by?: Actor,
): Promise<readonly RetirementBatchRow[]> {
  const reason = correction.reason.trim();
  if (reason === '' || reason.length > MAX_REASON_LENGTH || /\p{Cc}/u.test(reason))
    throw new RetirementError(`the reason must be a line of 1 to ${MAX_REASON_LENGTH} characters`);
  return inTransaction(db, async (tx) => {
    await lockLedger(tx);
    const retirement = await requireRetirement(tx, id);
    // Not read earlier: a batch published meanwhile may be signed with a key created meanwhile.
    const keys = await readReceiptKeys(tx, sealer);
    const batches = await readBatchesNaming(tx, id, keys);
    const { before, after } = await updateRetirement(tx, retirement, correction, now());
    const corrected: RetirementBatchRow[] = [];
    for (const batch of batches)
      corrected.push(await reissueBatch(tx, batch, { reason, at: now(), key: keys.at(-1) ?? {} }));
    const ids = corrected.map((batch) => batch.id);
    await recordAudit(tx, by, {
      action: 'retirement.corrected',
      subject: id,
      before,
      after: { ...after, batches: ids },
      at: now(),
    });
    return corrected;
  });
}

async function requireRetirement(tx: Tx, id: string): Promise<RetirementRow> {
  const retirement = await tx.selectFrom('retirements').selectAll().where('id', '=', id).executeTakeFirst();
  if (!retirement)
    throw new RetirementError(`there is no retirement ${id}; see: flight-offset-gateway retirements list`);
  // An unpublished batch may be about to name the retirement as it was.
  await requirePublished(tx, retirement.project);
  return retirement;
}

/** Updates the rows of a retirement. @returns the difference, for the audit log. */
async function updateRetirement(
  tx: Tx,
  row: RetirementRow,
  { serials, retiredOn, url, certificate }: Correction,
  now: number,
): Promise<{ before: object; after: object }> {
  const recorded = (await readSerialsOf(tx, row.id)).map(enteredRange);
  const { project, tonnes, registry } = row;
  const next = {
    project,
    tonnes,
    serials: serials ?? recorded,
    retiredOn: retiredOn ?? row.retired_on,
    url: url ?? row.url,
    ...(certificate && { certificate }),
  };
  checkWritten(next, now);
  const columns = {
    retired_on: next.retiredOn,
    url: uriOf(next.url),
    ...(certificate && certificateColumns(certificate)),
  };
  const before = factsOf(row, recorded);
  const after = factsOf({ ...row, ...columns }, next.serials);
  if (isDeepStrictEqual(before, after))
    throw new RetirementError(`${row.id} was recorded with these values already`);
  // Checked only for what an export states, neither URL nor certificate: another error, such as the project, may have
  // to stay.
  const otherwise = (serials || retiredOn) && (await findContradiction(tx, { ...next, registry }));
  if (otherwise) throw new RetirementError(`the registry states otherwise: ${otherwise}`);
  if (serials) {
    const ofProject = tx.selectFrom('projects').selectAll().where('id', '=', project);
    await refuseOtherLots(tx, await ofProject.executeTakeFirstOrThrow(), serials);
    await removeSerials(tx, row.id);
    for (const range of serials) await enterSerials(tx, { id: row.id, registry }, range);
  }
  await tx.updateTable('retirements').set(columns).where('id', '=', row.id).execute();
  return { before, after };
}

/** Returns the facts of a retirement that can be corrected, as the audit log has them. */
function factsOf(
  { retired_on, url, certificate_sha256 }: RetirementRow,
  serials: NewRetirement['serials'],
): object {
  return { serials: serials.map(formatSerials).toSorted(), retired_on, url, certificate_sha256 };
}
