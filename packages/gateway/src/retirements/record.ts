import { createHash } from 'node:crypto';
import { GRAMS_PER_CREDIT, isDay } from '@flight-offset/core';
import {
  formatSerials,
  MAX_NAMED,
  MAX_URL_LENGTH,
  type SerialRange,
  serialCount,
} from '@flight-offset/core/retirement';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { counted } from '../counted.ts';
import { uriOf } from '../projects/uri.ts';
import { newId } from '../store/ids.ts';
import type { ProjectRow, RetirementBatchRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { DAY_MS } from '../time-span.ts';
import { contradiction } from './contradiction.ts';
import { findBatch } from './find.ts';
import { type Publisher, publishEach } from './publish.ts';
import { enterSerials, holdLedger, spelling } from './serial-ledger.ts';
import { remaindersOf, surplusOf } from './surplus.ts';
import { findUnpublished } from './unpublished.ts';
import { readPasted } from './written-serials.ts';

/** A retirement that the operator made at the registry. */
export interface NewRetirement {
  /** Identifier of the project in the catalogue. */
  readonly project: string;
  readonly tonnes: number;
  readonly serials: readonly SerialRange[];
  /** Date at the registry, `2026-03-31`. */
  readonly retiredOn: string;
  /** The retirement in the registry's public records. */
  readonly url: string;
  /** The registry's certificate, a PDF. */
  readonly certificate?: Uint8Array;
}

/** Makes the error of a text that cannot be read. @param rule what it must be, to be read after its name. */
type FaultOf = (rule: string) => Error;

/** Reads tonnes as a person wrote them down. */
export function readTonnes(text: string, faultOf: FaultOf): number {
  if (!/^\d{1,10}$/.test(text)) throw faultOf('must be a whole number');
  return Number(text);
}

/** Reads ranges of serial numbers as a person wrote them down, with commas between. */
export function readSerials(text: string, faultOf: FaultOf): SerialRange[] {
  return text.split(',').map((part) => {
    const range = readPasted(part);
    if (range) return range;
    throw faultOf(
      `must be a range as Verra, Gold Standard, ACR or CAR writes it, or FROM..TO, two that differ in one number of at most 16 digits, the lower one first; not ${part.trim() || 'an empty text'}`,
    );
  });
}

/** @returns the project of a retirement. @throws RetirementError where it cannot be recorded as it is written. */
export async function checkRetirement(
  { db, now }: Pick<Publisher, 'db' | 'now'>,
  retirement: NewRetirement,
): Promise<ProjectRow> {
  check(retirement, now());
  return findProject(db.reader, retirement.project);
}

async function findProject(from: Pick<Tx, 'selectFrom'>, id: string): Promise<ProjectRow> {
  const project = await from.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  if (!project)
    throw new RetirementError(`there is no project ${id}; see: flight-offset-gateway projects list`);
  return project;
}

/** A retirement that cannot be recorded. Nothing was stored. */
export class RetirementError extends Error {
  override readonly name = 'RetirementError';
  readonly code = 'retirement_refused';

  constructor(problem: string) {
    super(`Nothing was recorded: ${problem}`);
  }
}

/** The first day that an import takes credits of. */
const EARLIEST = '1990-01-01';

/** Maximum size of a certificate, bytes. */
const MAX_CERTIFICATE_BYTES = 5_000_000;

/**
 * Records a retirement of whole tonnes, and publishes the batch of orders that it covers. Interrupted after the first
 * step, {@link publishEach} completes it. It completes the batches of other projects too; one of them that fails is
 * doctor's to report: this retirement is recorded, and serial numbers are entered once.
 * @param by who records it, for the audit log.
 * @param claim whether the transaction is the first of its form; of others, nothing is recorded.
 * @returns the published batch; undefined where no order was due: the tonnes are surplus for the next batch.
 * @throws RetirementError, SerialsReusedError
 */
export async function recordRetirement(
  publisher: Publisher,
  retirement: NewRetirement,
  by?: Actor,
  claim: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<RetirementBatchRow | undefined> {
  check(retirement, publisher.now());
  const batch = await inTransaction(publisher.db, async (tx) =>
    (await claim(tx)) ? store(tx, retirement, { now: publisher.now(), by }) : undefined,
  );
  if (batch === undefined) return undefined;
  const { faults } = await publishEach(publisher, by);
  if (faults.has(batch)) throw faults.get(batch);
  // Not by what was published just now: another process may have been faster.
  return findBatch(publisher.db, batch);
}

function check({ tonnes, serials, retiredOn, url, certificate }: NewRetirement, now: number): void {
  if (!Number.isSafeInteger(tonnes) || tonnes < 1 || tonnes > 1e9) {
    throw new RetirementError(`tonnes must be a whole number from 1 to 1000000000, not ${tonnes}`);
  }
  const credits = serials.reduce((sum, range) => sum + serialCount(range), 0);
  if (credits !== tonnes) {
    throw new RetirementError(
      `${counted(credits, 'serial number')} for ${tonnes} t; a registry retires one per tonne`,
    );
  }
  if (serials.length > MAX_NAMED) {
    throw new RetirementError(
      `${serials.length} ranges of serial numbers; record them as several retirements of at most ${MAX_NAMED} each`,
    );
  }
  if (!isDay(retiredOn)) {
    throw new RetirementError(`the date must be one such as 2026-03-31, not ${retiredOn || 'an empty text'}`);
  }
  // A year of two digits, as a date field takes it, would be published for good.
  if (retiredOn < EARLIEST)
    throw new RetirementError(`the date ${retiredOn} is before there were carbon credits`);
  if (liesAhead(retiredOn, now)) throw new RetirementError(`the date ${retiredOn} lies in the future`);
  // URL takes https:registry.example too, of which no batch could be published.
  if (!URL.canParse(url) || !/^https:\/\//i.test(url)) {
    throw new RetirementError('the URL must be an https address of the registry');
  }
  if (uriOf(url).length > MAX_URL_LENGTH)
    throw new RetirementError(`the URL is longer than ${MAX_URL_LENGTH} characters`);
  if (certificate && certificate.length > MAX_CERTIFICATE_BYTES) {
    throw new RetirementError(`the certificate is larger than ${MAX_CERTIFICATE_BYTES} bytes`);
  }
  if (certificate && Buffer.from(certificate.subarray(0, 5)).toString('latin1') !== '%PDF-') {
    throw new RetirementError('the certificate must be a PDF');
  }
}

/** Whether a day lies in the future everywhere. @param now milliseconds since 1970. */
export function liesAhead(day: string, now: number): boolean {
  // A day ahead of UTC is still today somewhere.
  return Date.parse(day) > now + DAY_MS;
}

/** Stores the retirement and opens the batch that it covers, in one transaction. @returns the batch. */
async function store(
  tx: Tx,
  retirement: NewRetirement,
  { now, by }: { readonly now: number; readonly by: Actor | undefined },
): Promise<string> {
  await holdLedger(tx);
  const project = await findProject(tx, retirement.project);
  const unpublished = await findUnpublished(tx, project.id);
  if (unpublished !== undefined) {
    throw new RetirementError(
      `batch ${unpublished} is not published yet; run: flight-offset-gateway retirements publish`,
    );
  }
  const { tonnes, retiredOn, certificate } = retirement;
  // The batch is public for good, and read by programs of others: with a space or an umlaut in it, it is no URI to them.
  const url = uriOf(retirement.url);
  const { registry } = project;
  const otherwise = await contradiction(tx, { ...retirement, registry });
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
      certificate_sha256: certificate ? createHash('sha256').update(certificate).digest('base64url') : null,
      certificate: certificate ? Buffer.from(certificate).toString('base64') : null,
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
 * Serial numbers of another project are a slip that nobody could take back: the batch is public, and the project whose
 * numbers they are could not state them any more.
 */
async function refuseOtherLots(
  tx: Tx,
  { id, registry }: ProjectRow,
  serials: readonly SerialRange[],
): Promise<void> {
  const lots = await tx
    .selectFrom('credit_lots')
    .innerJoin('projects', 'projects.id', 'credit_lots.project')
    .select(['credit_lots.id as lot', 'project', 'serial_prefix', 'registry'])
    .orderBy('credit_lots.id')
    .execute();
  const plain = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '');
  for (const range of serials.map(formatSerials)) {
    const alike = lots.filter(
      (one) =>
        spelling(one.registry) === spelling(registry) && plain(range).startsWith(plain(one.serial_prefix)),
    );
    const [other] = alike;
    if (!other || alike.some(({ project }) => project === id)) continue;
    throw new RetirementError(
      `${range} begins like lot ${other.lot} of ${other.project}, and like no lot of ${id}; record it for ${other.project}, or import a lot of ${id} with this serial_prefix`,
    );
  }
}

/** What the lots do not have is a slip in a number, and the batch that it covers would name credits of somebody else for good. */
async function refuseMoreThanBought(tx: Tx, project: string, tonnes: number): Promise<void> {
  const retired = await tx
    .selectFrom('retirements')
    .select(({ fn }) => fn.sum<number | null>('tonnes').as('tonnes'))
    .where('project', '=', project)
    .executeTakeFirst();
  const lots = await tx
    .selectFrom('credit_lots')
    .select(({ fn }) => fn.sum<number | null>('grams_total').as('grams'))
    .where('project', '=', project)
    .executeTakeFirst();
  const sum = (retired?.tonnes ?? 0) + tonnes;
  // A lot that was reduced to what orders hold may end within a tonne, and whole ones are retired.
  const bought = Math.ceil((lots?.grams ?? 0) / GRAMS_PER_CREDIT);
  if (sum <= bought) return;
  throw new RetirementError(
    `${sum} t of ${project} would be retired in total, and its lots have ${bought} t; compare the numbers with the registry, or import the lot of these credits first`,
  );
}

/** Opens a batch for what retirements of a project have left. The transaction holds the ledger. @returns its identifier. */
export async function openBatch(tx: Tx, project: string, now: number): Promise<string> {
  const remainders = await remaindersOf(tx, project);
  if (remainders.length > MAX_NAMED) {
    throw new RetirementError(
      `${MAX_NAMED} retirements of ${project} cover no order yet, which is as many as a batch names`,
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
