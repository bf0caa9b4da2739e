import { parse } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import type { Database } from '../store/engine.ts';
import { catalogueSchema } from './catalogue.ts';
import { type ImportedProjects, storeCatalogue } from './store-catalogue.ts';

/**
 * Imports the catalogue of a file; see {@link storeCatalogue}.
 * @param by who imports it, for the audit log.
 * @param now as for {@link storeCatalogue}.
 * @throws ValidationError if the file is invalid.
 */
export async function importCatalogue(
  db: Database,
  given: unknown,
  by?: Actor,
  now?: () => number,
): Promise<ImportedProjects> {
  return storeCatalogue(db, parse(catalogueSchema, given, 'catalogue'), by, now);
}
