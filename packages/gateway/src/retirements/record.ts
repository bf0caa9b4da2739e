import { GRAMS_PER_CREDIT } from '@flight-offset/core';
import { formatSerials, MAX_NAMED } from '@flight-offset/core/retirement';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { uriOf } from '../projects/uri.ts';
import { newId } from '../store/ids.ts';
import type { ProjectRow, RetirementBatchRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { isTooLong } from './batch-document.ts';
import { refuseMoreThanBought, refuseOtherLots } from './check-lots.ts';
import { findContradiction } from './contradiction.ts';
import { findBatch } from './find.ts';
import { certificateColumns, checkWritten, type NewRetirement, RetirementError } from './new-retirement.ts';
import { type Publisher, publishEach } from './publish.ts';
import { enterSerials, lockLedger } from './serial-ledger.ts';
import { remaindersOf, surplusOf } from './surplus.ts';
import { requirePublished } from './unpublished.ts';

/** @returns the project of a retirement. @throws RetirementError if it cannot be recorded. */
export async function checkRetirement(
  { db, now }: Pick<Publisher, 'db' | 'now'>,
  retirement: NewRetirement,
): Promise<ProjectRow> {
  checkWritten(retirement, now());
  return requireProject(db.reader, retirement.project);
}

async function requireProject(from: Pick<Tx, 'selectFrom'>, id: string): Promise<ProjectRow> {
  const project = await from.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  if (!project)
    throw new RetirementError(`there is no project ${id}; see: flight-offset-gateway projects list`);
  return project;
}

/**
 * Records a retirement of whole tonnes, and publishes the batch of orders that it covers. If it is interrupted after
 * the first step, {@link publishEach} completes it. It completes the batches of other projects too. If one of those
 * fails, `doctor` reports it, not this call: this retirement is recorded, and its serial numbers cannot be entered
 * twice.
 * @param by who records it, for the audit log.
 * @param claim returns whether its form is submitted for the first time; otherwise nothing is recorded.
 * @returns the published batch; undefined if no order was due: the tonnes are surplus for the next batch.
 * @throws RetirementError, SerialsReusedError
 */
export async function recordRetirement(
  publisher: Publisher,
  retirement: NewRetirement,
  by?: Actor,
  claim: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<RetirementBatchRow | undefined> {
  checkWritten(retirement, publisher.now());
  const batch = await inTransaction(publisher.db, async (tx) =>
    (await claim(tx)) ? store(tx, retirement, { now: publisher.now(), by }) : undefined,
  );
  if (batch === undefined) return undefined;
  const { faults } = await publishEach(publisher, by);
  if (faults.has(batch)) throw faults.get(batch);
  // Read from the database, not from what was published just now: another process may have been faster.
  return findBatch(publisher.db, batch);
}

/** Stores the retirement and opens the batch that it covers, in one transaction. @returns the batch's identifier. */
async function store(
  tx: Tx,
  retirement: NewRetirement,
  { now, by }: { readonly now: number; readonly by: Actor | undefined },
): Promise<string> {
  await lockLedger(tx);
  const project = await requireProject(tx, retirement.project);
  await requirePublished(tx, project.id);
  const { tonnes, retiredOn, certificate } = retirement;
  // The batch is public for good and read by others' programs, for which a URL with a space or an umlaut is no URI.
  const url = uriOf(retirement.url);
  const { registry } = project;
  const otherwise = await findContradiction(tx, { ...retirement, registry });
  if (otherwise !== undefined) throw new RetirementError(`the registry states otherwise: ${otherwise}`);
  await refuseOtherLots(tx, project, retirement.serials);
  await refuseMoreThanBought(tx, project.id, tonnes);
  const id = newId('rtm', now);
  await tx
    .insertInto('retirements')
    .values({
      id,
      project: project.id,
      registry: project.registry,
      tonnes,
      grams_total: tonnes * GRAMS_PER_CREDIT,
      retired_on: retiredOn,
      url,
      ...(certificate ? certificateColumns(certificate) : { certificate_sha256: null, certificate: null }),
      created_at: now,
    })
    .execute();
  for (const range of retirement.serials) {
    await enterSerials(tx, { id, registry: project.registry }, range);
  }
  const batch = await openBatch(tx, project.id, now);
  const serials = retirement.serials.map(formatSerials);
  const after = { project: project.id, tonnes, serials, retired_on: retiredOn, url, batch };
  await recordAudit(tx, by, { action: 'retirement.recorded', subject: id, after, at: now });
  return batch;
}

/**
 * Opens a batch for the rest of a project's retirements. The transaction must hold the ledger.
 * @returns its identifier.
 */
export async function openBatch(tx: Tx, project: string, now: number): Promise<string> {
  const remainders = await remaindersOf(tx, project);
  if (remainders.length > MAX_NAMED) {
    throw new RetirementError(
      `${MAX_NAMED} retirements of ${project} cover no order yet, which is as many as a batch names`,
    );
  }
  if (await isTooLong(tx, remainders)) {
    throw new RetirementError(
      `the retirements of ${project} that cover no order yet have more ranges of serial numbers than a batch can state; wait for orders that they cover, or remove one of them: flight-offset-gateway retirements remove`,
    );
  }
  const capacity = surplusOf(remainders);
  const id = newId('ret', now);
  await tx
    .insertInto('retirement_batches')
    .values({ id, project, state: 'open', cutoff: now, capacity, created_at: now })
    .execute();
  return id;
}
