import type { Database, DatabaseOptions } from '../store/engine.ts';
import { openDatabase } from '../store/open-database.ts';

/** Longer than a connection or a statement takes on any busy machine. */
const PATIENCE_MS = 120_000;

/**
 * Opens a database for a test that is not about timeouts. The defaults are for operation: on busy processors, a
 * statement across the workers of a cluster may take longer.
 */
export function openWithLongTimeouts(url: string, options: DatabaseOptions = {}): Database {
  return openDatabase(url, {
    connectTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
    ...options,
  });
}
