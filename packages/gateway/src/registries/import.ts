import { isDeepStrictEqual } from 'node:util';
import { formatSerials } from '@flight-offset/core/retirement';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { normalizeSpelling } from '../projects/normalize-spelling.ts';
import { projectNumber } from '../projects/project-number.ts';
import { isFutureDay } from '../retirements/new-retirement.ts';
import { lockLedger } from '../retirements/serial-ledger.ts';
import type { Database } from '../store/engine.ts';
import type { ProjectRow } from '../store/schema.ts';
import { inPages } from '../store/sql/in-pages.ts';
import { type Insert, insertRows } from '../store/sql/insert-rows.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { COLUMN_MAPS, type Registry } from './column-maps.ts';
import { ExportError, type RegistryCredits, readExport } from './read-export.ts';

/** A public export of a registry. */
export interface RegistryExport {
  readonly registry: Registry;
  /** When the registry published it, `2026-04-13`: the date of the labels in it. */
  readonly exportedOn: string;
  readonly file: AsyncIterable<Uint8Array | string>;
}

/** Result of an import. */
export interface Imported {
  /** Rows of the export. */
  readonly rows: number;
  /** Ranges that were stored: those of projects in the catalogue. */
  readonly kept: number;
  readonly projects: readonly string[];
}

/** Maximum ranges of an import: an operator's own projects have few. */
const MAX_KEPT = 200_000;

/** Ranges inserted in one statement. */
const PAGE = 1000;

/**
 * Stores what a registry states about the projects in the catalogue: serial numbers, vintage, whether they are retired,
 * and the CCP label. Replaces what an earlier export stated about the same projects. All or nothing.
 * @param by who imports it, for the audit log.
 * @param now milliseconds since 1970: an earlier export that is dated in the future is replaced too.
 * @throws ExportError, also if two ranges of serial numbers overlap, or the catalogue was imported meanwhile with other
 * numbers or vintages of the registry's projects.
 */
export async function importRegistryExport(
  db: Database,
  source: RegistryExport,
  by?: Actor,
  now: number = Date.now(),
): Promise<Imported> {
  const { registry } = COLUMN_MAPS[source.registry];
  const projects = await projectsOf(db.reader, registry);
  const kept = new Map<string, RegistryCredits[]>();
  let rows = 0;
  let count = 0;
  for await (const credits of readExport(source.registry, source.file)) {
    rows += 1;
    const ofNumber = projects.get(projectNumber(credits.project)) ?? [];
    const project = (ofNumber.find((one) => isOfYear(one, credits.vintage)) ?? ofNumber[0])?.id;
    if (project === undefined) continue;
    count += 1;
    if (count > MAX_KEPT)
      throw new ExportError(`more than ${MAX_KEPT} ranges are of projects in the catalogue`);
    const own = kept.get(project);
    if (own) own.push(credits);
    else kept.set(project, [credits]);
  }
  if (rows === 0) throw new ExportError('the export holds no credits');
  const imported = { rows, kept: count, projects: [...kept.keys()] };
  const replaced = [...projects.values()].flatMap((ofNumber) => {
    const ids = ofNumber.map(({ id }) => id);
    return ids.some((id) => kept.has(id)) ? ids : [];
  });
  await inTransaction(db, async (tx) => {
    // Of two simultaneous imports, each would find the other's ranges in place of those it had deleted.
    await lockLedger(tx);
    // Reading a large export takes minutes. If a project's number was corrected meanwhile, the credits would be another
    // project's.
    if (!isDeepStrictEqual(await projectsOf(tx, registry), projects))
      throw new ExportError(`projects of ${registry} were changed meanwhile; import the export again`);
    if (replaced.length > 0) {
      await refuseOlder(tx, replaced, source.exportedOn, now);
      await tx.deleteFrom('registry_credits').where('project', 'in', replaced).execute();
    }
    for (const [project, credits] of kept) await store(tx, project, credits, source.exportedOn);
    // The registry no longer states years and labels of a project without credits.
    const without = replaced.filter((id) => !kept.has(id));
    if (without.length > 0) await tx.deleteFrom('project_facts').where('project', 'in', without).execute();
    await refuseOverlaps(tx, registry);
    const after = { ...imported, exported_on: source.exportedOn };
    await recordAudit(tx, by, { action: 'registry.imported', subject: source.registry, after });
  });
  return imported;
}

type Owner = Pick<ProjectRow, 'id' | 'vintage_from' | 'vintage_to'>;

const isOfYear = ({ vintage_from: from, vintage_to: to }: Owner, year: number): boolean =>
  from !== null && from <= year && year <= (to ?? from);

/**
 * Reads the projects of the catalogue by their number at the registry. Several may have the same number, since each has
 * only one price. Credits then belong to the project that names their year, or else to the first project.
 */
async function projectsOf(from: Pick<Tx, 'selectFrom'>, registry: string): Promise<Map<string, Owner[]>> {
  const rows = await from
    .selectFrom('projects')
    .select(['id', 'registry', 'project_id', 'vintage_from', 'vintage_to'])
    .orderBy('id')
    .execute();
  const own = rows.filter((row) => normalizeSpelling(row.registry) === normalizeSpelling(registry));
  return Map.groupBy(own, ({ project_id }) => projectNumber(project_id));
}

async function refuseOlder(
  tx: Tx,
  projects: readonly string[],
  exportedOn: string,
  now: number,
): Promise<void> {
  const later = await tx
    .selectFrom('project_facts')
    .select(['project', 'exported_on'])
    .where('project', 'in', projects)
    .where('exported_on', '>', exportedOn)
    .orderBy('project')
    .execute();
  // A date in the future was mistyped, and would block every other export until that day.
  const newer = later.find(({ exported_on }) => !isFutureDay(exported_on, now));
  if (!newer) return;
  throw new ExportError(
    `an export of ${newer.exported_on} is known already for ${newer.project}; this one is older`,
  );
}

async function store(
  tx: Tx,
  project: string,
  credits: readonly RegistryCredits[],
  exportedOn: string,
): Promise<void> {
  const known = await tx
    .selectFrom('project_facts')
    .select('ccp_label_on')
    .where('project', '=', project)
    .executeTakeFirst();
  for (const page of inPages(credits, PAGE)) await insertPage(tx, { project, exportedOn }, page);
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { vintage } of credits) [from, to] = [Math.min(from, vintage), Math.max(to, vintage)];
  // A later date comes from an export whose date was mistyped.
  const shownOn = known?.ccp_label_on ?? exportedOn;
  const labelledOn = shownOn < exportedOn ? shownOn : exportedOn;
  const facts = {
    country: credits[0]?.country ?? '',
    type: credits[0]?.type ?? '',
    vintage_from: from,
    vintage_to: to,
    // The date of the first export that shows the label, for as long as the label stays on every credit.
    ccp_label_on: credits.every(({ ccpLabel }) => ccpLabel) ? labelledOn : null,
    exported_on: exportedOn,
  };
  await tx
    .insertInto('project_facts')
    .values({ project, ...facts })
    .onConflict((conflict) => conflict.column('project').doUpdateSet(facts))
    .execute();
}

const REGISTRY_CREDITS: Insert = {
  into: 'registry_credits',
  columns: [
    'project',
    'registry',
    'block',
    'first',
    'last',
    'shown',
    'vintage',
    'retired_on',
    'ccp_label',
    'exported_on',
  ],
  ending: 'on conflict do nothing returning block, first',
};

/** @throws ExportError for the first range that was already inserted, in this page or an earlier one. */
async function insertPage(
  tx: Tx,
  { project, exportedOn }: { readonly project: string; readonly exportedOn: string },
  credits: readonly RegistryCredits[],
): Promise<void> {
  const rows = credits.map(({ registry, serials, vintage, retiredOn, ccpLabel }) => ({
    project,
    registry: normalizeSpelling(registry),
    block: normalizeSpelling(serials.block),
    first: serials.first,
    last: serials.last,
    shown: serials.block,
    vintage,
    retired_on: retiredOn,
    ccp_label: ccpLabel ? 1 : 0,
    exported_on: exportedOn,
  }));
  const inserted = await insertRows<{ block: string; first: number }>(tx, REGISTRY_CREDITS, rows);
  const keys = new Set(inserted.map(({ block, first }) => `${first} ${block}`));
  for (const { block, first, last, shown } of rows) {
    if (!keys.delete(`${first} ${block}`))
      throw new ExportError(`${formatSerials({ block: shown, first, last })} appears there twice`);
  }
}

/** In sorted ranges, two overlap only if two neighbours do. */
async function refuseOverlaps(tx: Tx, registry: string): Promise<void> {
  const ranges = tx
    .selectFrom('registry_credits')
    .select(['shown', 'first', 'last'])
    .select(sql<number | null>`lag(last) over (partition by block order by first)`.as('previous'))
    .where('registry', '=', normalizeSpelling(registry))
    .as('ranges');
  const overlap = await tx
    .selectFrom(ranges)
    .selectAll()
    .whereRef('previous', '>=', 'first')
    .limit(1)
    .executeTakeFirst();
  if (!overlap) return;
  const { shown: block, first, last } = overlap;
  throw new ExportError(`${formatSerials({ block, first, last })} overlaps another range of the export`);
}
