/** Where the source tables lie: beside the repository, or in the folder that FLIGHT_OFFSET_DATA names. */
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Row, readTable } from './csv.ts';

const repository = new URL('../../../../', import.meta.url);
/** Folder of the tables that have a publisher. */
export const sourceFolder: URL = process.env.FLIGHT_OFFSET_DATA
  ? pathToFileURL(`${process.env.FLIGHT_OFFSET_DATA.replace(/\/$/, '')}/`)
  : new URL('../shared/emissions/', repository);

/** Whether the external source folder is there; tests that need it say so and are skipped without. */
export function hasSources(): boolean {
  return existsSync(new URL('airports.csv', sourceFolder));
}

/** Whether the published figures are among them. */
export function hasReferences(): boolean {
  return existsSync(new URL('tim-reference-flights.csv', sourceFolder));
}

/** Folder of the generated modules. */
export const dataFolder: URL = new URL('../../src/data/', import.meta.url);

const read = new Map<string, readonly Row[]>();

/**
 * A table of the external source folder, read once per process: several modules are built from the larger ones.
 * @throws Error with what to do where the table is not there.
 */
export function sourceTable(name: string): readonly Row[] {
  const known = read.get(name);
  if (known) return known;
  const path = new URL(name, sourceFolder);
  if (!existsSync(path))
    throw new Error(
      `${fileURLToPath(path)} does not exist. FLIGHT_OFFSET_DATA names the folder of the source tables: docs/decisions/emissions-upkeep.md lists them.`,
    );
  const table = readTable(path);
  read.set(name, table);
  return table;
}

/** A table this project keeps itself, in `data-src`. */
export function ownTable(name: string): Row[] {
  return readTable(new URL(`../../data-src/${name}`, import.meta.url));
}
