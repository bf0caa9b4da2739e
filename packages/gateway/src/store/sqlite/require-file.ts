import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** There is no database at the expected place. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
  readonly code = 'no_database';
}

/** Returns the path of a SQLite address; undefined for an address of PostgreSQL and for a database in memory. */
export function sqlitePath(url: string): string | undefined {
  if (!url.startsWith('sqlite:')) return undefined;
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/|\.)/, '');
  return path === '' || path === ':memory:' ? undefined : path;
}

/**
 * Whether something is at a path, or may be, as in a folder of another account. Opening it then explains why it fails.
 */
function mayExist(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Refuses a SQLite address without a file: opening it would create another, empty database.
 * @throws NoDatabaseError which names the file.
 */
export function requireFile(url: string): void {
  const path = sqlitePath(url);
  if (path === undefined || mayExist(path)) return;
  throw new NoDatabaseError(
    `There is no database at ${resolve(path)}. Set DATABASE_URL to the one that \`serve\` uses, or make one: flight-offset-gateway migrate`,
  );
}
