import { parse, projectSchema, toMinorUnits } from '@flight-offset/core';
import * as z from 'zod';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';

/** A catalogue of projects as a file states it. */
export const catalogueSchema = z.object({
  projects: z
    .array(
      projectSchema.extend({
        id: z.string().min(1).max(64),
        price_per_tonne: z.number().min(0).max(1e7),
        /** From when the price holds; at once where it is not given. */
        effective_from: z.iso.datetime().optional(),
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

type Entry = z.output<typeof catalogueSchema>['projects'][number];

/**
 * Brings the catalogue to what a file states: projects by `id`, prices by date, lots by `id`. Lots may grow; one
 * cannot shrink below what is sold. Projects the file does not name stay as they are.
 * @throws ValidationError where the file does not fit.
 */
export async function importCatalogue(db: Database, given: unknown): Promise<number> {
  const { projects } = parse(catalogueSchema, given, 'catalogue');
  await inTransaction(db, async (tx) => {
    for (const [position, entry] of projects.entries()) {
      await importProject(tx, entry, position);
      await importPrice(tx, entry);
      for (const lot of entry.lots) await importLot(tx, entry.id, lot);
    }
  });
  return projects.length;
}

async function importProject(tx: Tx, entry: Entry, position: number): Promise<void> {
  const { id, name, registry, project_id, category, type, public_url } = entry;
  const columns = { name, registry, project_id, category, type, public_url, position };
  const row = { ...columns, active: entry.active ? 1 : 0 };
  await tx
    .insertInto('projects')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

async function importPrice(tx: Tx, { id, price_per_tonne, effective_from }: Entry): Promise<void> {
  const minor_per_tonne = toMinorUnits(price_per_tonne, 'INR');
  const at = effective_from === undefined ? Date.now() : Date.parse(effective_from);
  const current = await tx
    .selectFrom('project_prices')
    .select('minor_per_tonne')
    .where('project', '=', id)
    .where('currency', '=', 'INR')
    .where('effective_from', '<=', at)
    .orderBy('effective_from', 'desc')
    .executeTakeFirst();
  if (current?.minor_per_tonne === minor_per_tonne) return;
  await tx
    .insertInto('project_prices')
    .values({ project: id, currency: 'INR', effective_from: at, minor_per_tonne, inr_per_unit: 1 })
    .onConflict((conflict) =>
      conflict.columns(['project', 'currency', 'effective_from']).doUpdateSet({ minor_per_tonne }),
    )
    .execute();
}

async function importLot(tx: Tx, project: string, lot: Entry['lots'][number]): Promise<void> {
  const { id, serial_prefix, grams: grams_total } = lot;
  await tx
    .insertInto('credit_lots')
    .values({ id, project, serial_prefix, grams_total, grams_reserved: 0, grams_retired: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ grams_total }))
    .execute();
}
