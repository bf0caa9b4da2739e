import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';

let template: Promise<Buffer> | undefined;

/** Reads the file of a fully migrated database, once per process. */
async function migratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-template-'));
  const path = join(folder, 'template.sqlite');
  const db = openDatabase(`sqlite:${path}`);
  await migrate(db);
  // Closing writes the write-ahead log into the file.
  await db.close();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

/**
 * Writes the file of a database with the gateway's tables, empty: running all migrations costs some fifty times as much
 * as a copy.
 * @param path of a file that does not exist.
 * @returns its address.
 */
export async function createMigratedFile(path: string): Promise<string> {
  template ??= migratedFile();
  await writeFile(path, await template, { flag: 'wx', mode: 0o600 });
  return `sqlite:${path}`;
}
