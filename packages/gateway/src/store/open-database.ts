import { type Database, DatabaseAddressError, type DatabaseOptions } from './engine.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';

/**
 * Opens `sqlite:PATH` (`sqlite::memory:` too) or `postgres://…`.
 * @throws DatabaseAddressError if the address names neither engine.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  if (url.startsWith('sqlite:')) return openSqlite(url, options);
  if (/^postgres(?:ql)?:\/\//.test(url)) return openPostgres(url, options);
  throw new DatabaseAddressError('DATABASE_URL must begin with "sqlite:" or "postgres://"');
}
