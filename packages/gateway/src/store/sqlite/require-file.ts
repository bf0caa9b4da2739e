import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** There is no database where one was looked for. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
  readonly code = 'no_database';
}

/** The path of a SQLite address; undefined for an address of PostgreSQL and for a database in memory. */
export function sqlitePath(url: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/|\.)/, '');
  return path === '' || path === ':memory:' ? undefined : path;
}

/** Whether there is something at a path, or nobody can say: in a folder of another account. Opening it then names why. */
function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Refuses an address of SQLite where there is no file: opening it would make another, empty database.
 * @throws NoDatabaseError which names the file.
 */
export function requireFile(url: string): void {
  const path = sqlitePath(url);
  if (path === undefined || mayBeThere(path)) return;
  throw new NoDatabaseError(
    `There is no database at ${resolve(path)}. Set DATABASE_URL to the one that \`serve\` uses, or make one: flight-offset-gateway migrate`,
  );
}
