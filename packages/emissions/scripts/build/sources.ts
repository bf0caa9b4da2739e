/** Folders of the source tables: beside the repository, or the folder that FLIGHT_OFFSET_DATA names. */
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Row, readTable } from './csv.ts';

const repository = new URL('../../../../', import.meta.url);
/** Folder of the published tables. */
export const sourceFolder: URL = process.env.FLIGHT_OFFSET_DATA
  ? pathToFileURL(`${process.env.FLIGHT_OFFSET_DATA.replace(/\/$/, '')}/`)
  : new URL('../shared/emissions/', repository);

/** Tests whether the external source folder exists; tests that need it are skipped without it, and state why. */
export function hasSources(): boolean {
  return existsSync(new URL('airports.csv', sourceFolder));
}

/** Tests whether the published figures are among them. */
export function hasReferences(): boolean {
  return existsSync(new URL('tim-reference-flights.csv', sourceFolder));
}

/** Folder of the generated modules. */
export const dataFolder: URL = new URL('../../src/data/', import.meta.url);

const read = new Map<string, readonly Row[]>();

/**
 * Reads a table of the external source folder, once per process: several modules are built from the larger ones.
 * @throws Error with what to do if the table does not exist.
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

/** Reads a table that this project maintains, in `data-src`. */
export function ownTable(name: string): Row[] {
  return readTable(new URL(`../../data-src/${name}`, import.meta.url));
}
