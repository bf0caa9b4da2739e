import { ValidationError } from '@flight-offset/core';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { lockWork } from '../store/lock-work.ts';
import { locking } from '../store/sql/locking.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { Catalogue } from './catalogue.ts';
import { normalizeSpelling } from './normalize-spelling.ts';
import { projectNumber } from './project-number.ts';
import { LotAllottedError, untilReturned } from './smaller-lots.ts';
import { changedFields, readProjectStates } from './state-of.ts';
import { storePrices } from './store-prices.ts';

type Entry = Catalogue['projects'][number];

/** Identifiers of projects, by what an import did with them. */
export interface ImportedProjects {
  readonly added: string[];
  readonly changed: string[];
  readonly unchanged: string[];
}

/**
 * Stores a catalogue: projects by `id`, prices by date, lots by `id`. Lots may grow; one cannot shrink below what
 * orders hold. Projects that it does not name stay as they are.
 * @param by who imports it, for the audit log.
 * @param now when prices without a time take effect: by the clock of the processes that sell, or the last import might
 * not be the one in effect.
 * @throws ValidationError if a project would become another product, a project with retired credits would get another
 * name, or a lot would get another project, other serial numbers, or less than orders hold of it.
 */
export async function storeCatalogue(
  db: Database,
  { projects }: Catalogue,
  by: Actor | undefined,
  now: () => number = Date.now,
): Promise<ImportedProjects> {
  return untilReturned(db, projects, () => store(db, projects, { by, now }));
}

async function store(
  db: Database,
  projects: readonly Entry[],
  { by, now }: { readonly by: Actor | undefined; readonly now: () => number },
): Promise<ImportedProjects> {
  const ids = projects.map(({ id }) => id);
  return inTransaction(db, async (tx) => {
    // Simultaneous imports take turns: each is checked against, and recorded from, the state that it found.
    await lockWork(tx, 'projects import');
    await refuseOtherProducts(tx, projects);
    await refuseOtherOwners(tx, projects);
    // In the order in which retirements hold them, not in that of the file.
    const known = tx.selectFrom('projects').select('id').where('id', 'in', ids).orderBy('id');
    await locking(tx, known).execute();
    await refuseOtherNames(tx, projects);
    await deleteFactsOfRenumbered(tx, projects);
    const before = await readProjectStates(tx, ids);
    const places = await placesOf(tx, ids);
    for (const [at, entry] of projects.entries()) {
      await importProject(tx, entry, places[at]!);
      await storePrices(tx, entry, at, now());
      for (const lot of entry.lots) await importLot(tx, entry.id, lot);
    }
    const after = await readProjectStates(tx, ids);
    const imported: ImportedProjects = { added: [], changed: [], unchanged: [] };
    for (const id of ids) {
      const changed = changedFields(before.get(id), after.get(id));
      if (!changed) {
        imported.unchanged.push(id);
        continue;
      }
      imported[before.has(id) ? 'changed' : 'added'].push(id);
      await recordAudit(tx, by, { action: 'project.imported', subject: id, ...changed });
    }
    return imported;
  });
}

/**
 * Calculates places for the projects of a file, in its order: first the places that some of them have, then the last
 * ones. No other project moves: one that is imported alone keeps its place, and a new one comes last.
 */
async function placesOf(tx: Tx, ids: readonly string[]): Promise<number[]> {
  const rows = await tx.selectFrom('projects').select(['id', 'position']).orderBy('position').execute();
  const named = new Set(ids);
  const taken = rows.filter(({ id }) => named.has(id)).map(({ position }) => position);
  const end = (rows.at(-1)?.position ?? -1) + 1;
  const places: number[] = [];
  // Earlier versions gave several projects one place.
  for (const at of ids.keys()) places.push(Math.max(taken[at] ?? end, (places.at(-1) ?? -1) + 1));
  return places;
}

/** Refuses another product for a project: orders, batches and receipts state what was bought. */
async function refuseOtherProducts(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const rows = await tx.selectFrom('projects').select(['id', 'product']).execute();
  const known = new Map(rows.map(({ id, product }) => [id, product]));
  for (const [at, { id, product }] of entries.entries()) {
    const was = known.get(id) ?? product;
    if (was === product) continue;
    const problem = `must stay ${was} for ${id}; import ${product} as a project of its own`;
    throw new ValidationError(`projects[${at}].product`, problem);
  }
}

/**
 * Refuses another name for a project with retirements. Batches are public, and the rest of a retirement covers the next
 * batch: verifiers would see its serial numbers in two retirements, and the ledger would take them as free.
 */
async function refuseOtherNames(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'registry', 'project_id'])
    .where('id', 'in', ({ selectFrom }) => selectFrom('retirements').select('project'))
    .execute();
  const retired = new Map(rows.map((row) => [row.id, row]));
  for (const [at, entry] of entries.entries()) {
    for (const field of ['registry', 'project_id'] as const) {
      const was = retired.get(entry.id)?.[field] ?? entry[field];
      if (was === entry[field]) continue;
      const problem = `must stay ${was} for ${entry.id}, of which credits are retired; import others as a project of their own`;
      throw new ValidationError(`projects[${at}].${field}`, problem);
    }
  }
}

/**
 * Deletes a registry's facts about a project that gets another number, such as a corrected one: travellers would read
 * the years and the label of a stranger's project, whose credits would be in the way of later exports.
 */
async function deleteFactsOfRenumbered(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const known = await tx.selectFrom('projects').select(['id', 'registry', 'project_id']).execute();
  const atRegistry = (one: Pick<Entry, 'registry' | 'project_id'>): string =>
    `${normalizeSpelling(one.registry)} ${projectNumber(one.project_id)}`;
  const before = new Map(known.map((row) => [row.id, atRegistry(row)]));
  const others = entries.filter((one) => (before.get(one.id) ?? atRegistry(one)) !== atRegistry(one));
  if (others.length === 0) return;
  const ids = others.map(({ id }) => id);
  for (const table of ['registry_credits', 'project_facts'] as const)
    await tx.deleteFrom(table).where('project', 'in', ids).execute();
}

/** Refuses another project or other serial numbers for a lot: orders hold its credits. */
async function refuseOtherOwners(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const rows = await tx.selectFrom('credit_lots').select(['id', 'project', 'serial_prefix']).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const [at, { id: project, lots }] of entries.entries()) {
    for (const [index, { id, serial_prefix }] of lots.entries()) {
      const was = known.get(id);
      if (!was) continue;
      const field = `projects[${at}].lots[${index}]`;
      if (was.project !== project) {
        const problem = `${id} is a lot of ${was.project}; give it an id of its own`;
        throw new ValidationError(`${field}.id`, problem);
      }
      if (was.serial_prefix !== serial_prefix) {
        const problem = `must stay ${was.serial_prefix} for ${id}; import other credits as a lot of their own`;
        throw new ValidationError(`${field}.serial_prefix`, problem);
      }
    }
  }
}

async function importProject(tx: Tx, entry: Entry, position: number): Promise<void> {
  const { id, name, registry, project_id, category, type, public_url, product } = entry;
  const { descriptions, country, vintage_from, vintage_to } = entry;
  const columns = {
    name,
    registry,
    project_id,
    category,
    type,
    public_url,
    position,
    product,
    descriptions: descriptions === undefined ? null : JSON.stringify(descriptions),
    country: country ?? null,
    vintage_from: vintage_from ?? null,
    vintage_to: vintage_to ?? vintage_from ?? null,
  };
  const row = { ...columns, active: entry.active ? 1 : 0 };
  await tx
    .insertInto('projects')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

async function importLot(tx: Tx, project: string, lot: Entry['lots'][number]): Promise<void> {
  const { id, serial_prefix, grams: grams_total } = lot;
  const written = await tx
    .insertInto('credit_lots')
    .values({ id, project, serial_prefix, grams_total, grams_allotted: 0 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ grams_total })
        .where(sql<boolean>`credit_lots.grams_allotted + credit_lots.grams_unaccounted <= ${grams_total}`),
    )
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new LotAllottedError(`merchants have more of ${id} than ${grams_total} g`);
}
