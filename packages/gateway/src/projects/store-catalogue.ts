import { toMinorUnits, ValidationError } from '@flight-offset/core';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import type { ProjectPriceTable } from '../store/schema/projects.ts';
import { takeTurns } from '../store/take-turns.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { Catalogue } from './catalogue.ts';
import { LotAllottedError, untilReturned } from './smaller-lots.ts';
import { difference, projectStates } from './state-of.ts';

type Entry = Catalogue['projects'][number];
type Price = Entry['prices'][number];
type StoredPrice = Omit<ProjectPriceTable, 'project'>;

/** Identifiers of projects, by what an import made of them. */
export interface ImportedProjects {
  readonly added: string[];
  readonly changed: string[];
  readonly unchanged: string[];
}

/**
 * Stores a catalogue: projects by `id`, prices by date, lots by `id`. Lots may grow; one cannot shrink below what is
 * sold. Projects that it does not name stay as they are.
 * @param by who imports it, for the audit log.
 * @param now the time from which prices without one hold: that of those who sell, or the last import might not be the one that holds.
 * @throws ValidationError where a project would become another product or one of retired credits be named otherwise, a lot be of another project or other serial
 * numbers, or have less than orders hold of it.
 */
export async function storeCatalogue(
  db: Database,
  { projects }: Catalogue,
  by?: Actor,
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
    // Imports at once come one after the other: each is checked against, and recorded from, what it found.
    await takeTurns(tx, 'projects import');
    await refuseOtherProducts(tx, projects);
    await refuseOtherOwners(tx, projects);
    // In the order in which retirements hold them, whatever that of the file is.
    const known = tx.selectFrom('projects').select('id').where('id', 'in', ids).orderBy('id');
    if (db.engine === 'postgres') await known.forNoKeyUpdate().execute();
    await refuseOtherNames(tx, projects);
    const before = await projectStates(tx, ids);
    const places = await placesOf(tx, ids);
    for (const [at, entry] of projects.entries()) {
      await importProject(tx, entry, places[at]!);
      await importPrices(tx, entry, at, now());
      for (const lot of entry.lots) await importLot(tx, entry.id, lot);
    }
    const after = await projectStates(tx, ids);
    const imported: ImportedProjects = { added: [], changed: [], unchanged: [] };
    for (const id of ids) {
      const changed = difference(before.get(id), after.get(id));
      imported[!changed ? 'unchanged' : before.has(id) ? 'changed' : 'added'].push(id);
      if (changed) await recordAudit(tx, by, { action: 'project.imported', subject: id, ...changed });
    }
    return imported;
  });
}

/**
 * The places of the projects that a file names, in its order: those which the known ones of them have, then the last ones. Nothing
 * else moves: a project that is imported alone keeps its place, and a new one comes last.
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

/** Orders, batches and receipts state what was bought: a project never becomes another product. */
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
 * Batches are public, and what a retirement has left covers the next one: under another name, its serial numbers would be those
 * of two retirements to all who verify, and to the ledger they would be free again.
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

/** Orders hold credits of a lot: it never becomes one of another project, nor of other serial numbers. */
async function refuseOtherOwners(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const rows = await tx.selectFrom('credit_lots').select(['id', 'project', 'serial_prefix']).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const [at, { id: project, lots }] of entries.entries()) {
    for (const [index, { id, serial_prefix }] of lots.entries()) {
      const was = known.get(id);
      const field = `projects[${at}].lots[${index}]`;
      if (was && was.project !== project)
        throw new ValidationError(
          `${field}.id`,
          `${id} is a lot of ${was.project}; give it an id of its own`,
        );
      if (was && was.serial_prefix !== serial_prefix) {
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

function pricesOf({ price_per_tonne, effective_from, prices }: Entry): Price[] {
  return [{ currency: 'INR', price_per_tonne, inr_per_unit: 1, effective_from }, ...prices];
}

/** Adds the prices that differ from those that hold, and those of later moments in any case: until then others may come. */
async function importPrices(tx: Tx, entry: Entry, at: number, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('project_prices')
    .select(['currency', 'effective_from', 'minor_per_tonne', 'inr_per_unit'])
    .where('project', '=', entry.id)
    .execute();
  const known = new Map(rows.map((row) => [`${row.currency} ${row.effective_from}`, row]));
  const prices = pricesOf(entry);
  const stated = prices.map(({ currency, inr_per_unit, price_per_tonne, effective_from }) => ({
    currency,
    effective_from: effective_from === undefined ? now : Date.parse(effective_from),
    minor_per_tonne: toMinorUnits(price_per_tonne, currency),
    inr_per_unit,
  }));
  const fieldOf = (index: number, name: string): string =>
    `projects[${at}]${index === 0 ? '' : `.prices[${index - 1}]`}.${name}`;
  const isTimed = (row: (typeof stated)[number]): boolean =>
    prices[stated.indexOf(row)]?.effective_from !== undefined;
  const [timed, atOnce] = [stated.filter(isTimed), stated.filter((row) => !isTimed(row))];
  // By time, not as the file lists them: each is compared with the price before it.
  timed.sort((one, other) => one.effective_from - other.effective_from);
  for (const row of [...timed, ...atOnce]) {
    const { currency, effective_from, ...price } = row;
    const held = heldAt(known.values(), currency, effective_from);
    if (effective_from <= now && isSamePrice(held, row)) continue;
    const begun = heldAt(timed, currency, now);
    // A file that is imported again after its later price has begun would return to the earlier one.
    if (begun && held && !isTimed(row) && isSamePrice(held, begun)) {
      const since = new Date(begun.effective_from).toISOString();
      const problem = `would end the other price of ${entry.id} in ${currency} that the file states, from ${since}; state one of the two`;
      throw new ValidationError(fieldOf(stated.indexOf(row), 'price_per_tonne'), problem);
    }
    await tx
      .insertInto('project_prices')
      .values({ project: entry.id, ...row })
      .onConflict((conflict) =>
        conflict.columns(['project', 'currency', 'effective_from']).doUpdateSet(price),
      )
      .execute();
    known.set(`${currency} ${effective_from}`, row);
  }
  // Whoever corrects a price would go on selling at the wrong one, if that is from a later moment.
  for (const currency of new Set(stated.map((one) => one.currency))) {
    const last = heldAt(stated, currency, now);
    const holds = heldAt(known.values(), currency, now);
    if (!last || !holds || isSamePrice(holds, last)) continue;
    const since = new Date(holds.effective_from).toISOString();
    throw new ValidationError(
      fieldOf(stated.indexOf(last), 'effective_from'),
      `is before ${since}, since when ${entry.id} has another price in ${currency}; leave it out for a price that holds from now on`,
    );
  }
}

/** The price of those in a currency that holds at a moment. */
function heldAt<T extends StoredPrice>(prices: Iterable<T>, currency: string, at: number): T | undefined {
  return [...prices]
    .filter((one) => one.currency === currency && one.effective_from <= at)
    .toSorted((one, other) => other.effective_from - one.effective_from)[0];
}

function isSamePrice(one: StoredPrice | undefined, other: StoredPrice): boolean {
  return one?.minor_per_tonne === other.minor_per_tonne && one.inr_per_unit === other.inr_per_unit;
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
