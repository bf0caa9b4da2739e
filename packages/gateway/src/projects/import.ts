import {
  currencySchema,
  parse,
  productSchema,
  projectFactsSchema,
  projectSchema,
  toMinorUnits,
  ValidationError,
} from '@flight-offset/core';
import * as z from 'zod';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { difference, projectStates } from './state-of.ts';

/** The price of a project in one currency. */
const priceSchema = z.object({
  currency: currencySchema,
  /** Whole units of the currency. */
  price_per_tonne: z.number().min(0).max(1e9),
  /** Rupees one unit of the currency counts as in totals. */
  inr_per_unit: z.number().positive().max(1e9),
  effective_from: z.iso.datetime().optional(),
});

/** A catalogue of projects as a file states it. */
export const catalogueSchema = z.object({
  projects: z
    .array(
      projectSchema.extend({
        ...projectFactsSchema.omit({ ccp_label_on: true }).shape,
        /** What its credits are: `aviation_fuel` for certificates of aviation fuel. */
        product: productSchema.default('carbon_credits'),
        id: z.string().min(1).max(64),
        /** INR. */
        price_per_tonne: z.number().min(0).max(1e7),
        /** From when the price holds; at once where it is not given. */
        effective_from: z.iso.datetime().optional(),
        /** Prices in other currencies. */
        prices: z.array(priceSchema).default([]),
        active: z.boolean().default(true),
        lots: z
          .array(
            z.object({
              id: z.string().min(1).max(64),
              serial_prefix: z.string().min(1).max(64),
              grams: z.int().min(0),
            }),
          )
          .default([]),
      }),
    )
    .min(1),
});

/** A catalogue as a file may write it. */
export type Catalogue = z.input<typeof catalogueSchema>;

type Entry = z.output<typeof catalogueSchema>['projects'][number];

/**
 * Brings the catalogue to what a file states: projects by `id`, prices by date, lots by `id`. Lots may grow; one
 * cannot shrink below what is sold. Projects the file does not name stay as they are.
 * @param by who imports it, for the audit log.
 * @throws ValidationError where the file is invalid.
 */
export async function importCatalogue(db: Database, given: unknown, by?: Actor): Promise<number> {
  const { projects } = parse(catalogueSchema, given, 'catalogue');
  const ids = projects.map(({ id }) => id);
  await inTransaction(db, async (tx) => {
    await refuseOtherProducts(tx, projects);
    const before = await projectStates(tx, ids);
    for (const [position, entry] of projects.entries()) {
      await importProject(tx, entry, position);
      for (const price of pricesOf(entry)) await importPrice(tx, entry.id, price);
      for (const lot of entry.lots) await importLot(tx, entry.id, lot);
    }
    const after = await projectStates(tx, ids);
    for (const id of ids) {
      const changed = difference(before.get(id), after.get(id));
      if (changed) await recordAudit(tx, by, { action: 'project.imported', subject: id, ...changed });
    }
  });
  return projects.length;
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

async function importProject(tx: Tx, entry: Entry, position: number): Promise<void> {
  const { id, name, registry, project_id, category, type, public_url, product } = entry;
  const { descriptions, country, vintage_from, vintage_to } = entry;
  const columns = {
    ...{ name, registry, project_id, category, type, public_url, position, product },
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

function pricesOf({ price_per_tonne, effective_from, prices }: Entry): z.output<typeof priceSchema>[] {
  return [{ currency: 'INR', price_per_tonne, inr_per_unit: 1, effective_from }, ...prices];
}

async function importPrice(tx: Tx, project: string, price: z.output<typeof priceSchema>): Promise<void> {
  const { currency, inr_per_unit, effective_from } = price;
  const row = { minor_per_tonne: toMinorUnits(price.price_per_tonne, currency), inr_per_unit };
  const at = effective_from === undefined ? Date.now() : Date.parse(effective_from);
  const current = await tx
    .selectFrom('project_prices')
    .select(['minor_per_tonne', 'inr_per_unit'])
    .where('project', '=', project)
    .where('currency', '=', currency)
    .where('effective_from', '<=', at)
    .orderBy('effective_from', 'desc')
    .executeTakeFirst();
  if (current?.minor_per_tonne === row.minor_per_tonne && current.inr_per_unit === inr_per_unit) return;
  await tx
    .insertInto('project_prices')
    .values({ project, currency, effective_from: at, ...row })
    .onConflict((conflict) => conflict.columns(['project', 'currency', 'effective_from']).doUpdateSet(row))
    .execute();
}

async function importLot(tx: Tx, project: string, lot: Entry['lots'][number]): Promise<void> {
  const { id, serial_prefix, grams: grams_total } = lot;
  await tx
    .insertInto('credit_lots')
    .values({ id, project, serial_prefix, grams_total, grams_reserved: 0, grams_allocated: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ grams_total }))
    .execute();
}
