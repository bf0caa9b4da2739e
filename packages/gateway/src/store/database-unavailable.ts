import type { DatabaseError } from 'pg';
import { codeOf } from './error-code.ts';

/**
 * SQLSTATE classes: connection exceptions, insufficient resources, operator intervention, system errors; refused logins
 * and a missing database, as a server that is taking over may report; a transaction that was idle or open for too long.
 */
const SQLSTATE = /^(?:(?:08|28|53|57|58)[0-9A-Z]{3}|3D000|25P0[34])$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** A full or failing disk, and a file that other processes hold. */
const SQLITE = /^SQLITE_(?:FULL|IOERR|BUSY|CANTOPEN|READONLY)/;
/** A certificate that is untrusted or for another host; a response that is not TLS at all. */
const TLS = /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT|ERR_TLS|ERR_SSL)_/;
/**
 * Messages of errors that have no code: those of PostgreSQL's driver, and Kysely's when a stopping process has closed
 * the database.
 */
const WITHOUT_CODE =
  /^(?:Connection terminated|The server does not support SSL|timeout e(?:xceeded when trying to connect|xpired)|Query read timeout|driver has already been destroyed|Client .* not queryable)/;

/** Whether a PostgreSQL refuses writes: a standby, a primary that was demoted, one that was made read-only. */
export function isReadOnly(error: unknown): boolean {
  const code = codeOf(error);
  // A standby does not support unlogged tables; its message is in the language of its settings.
  return code === '25006' || (code === '0A000' && (error as DatabaseError).routine === 'get_relation_info');
}

/** Whether a database refuses all logins, or this account's, for example during maintenance. */
function isShut(error: unknown): boolean {
  return (error as Partial<DatabaseError>).routine === 'CheckMyDatabase';
}

/** Whether a connection could not be opened, or broke. */
export function isConnectionFault(error: Error): boolean {
  const code = codeOf(error);
  const lacksDescriptor = /^E[MN]FILE$/.test(code) && 'syscall' in error && error.syscall === 'connect';
  return NETWORK.has(code) || lacksDescriptor || TLS.test(code) || WITHOUT_CODE.test(error.message);
}

/** Whether an error means that the database is unavailable, full or unreachable: a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const isRefused = isReadOnly(error) || isShut(error);
  return SQLSTATE.test(code) || SQLITE.test(code) || isRefused || isConnectionFault(error);
}
