/** SQLSTATE classes: connection exceptions, insufficient resources, operator intervention; idle in a transaction. */
const SQLSTATE = /^(?:(?:08|53|57)[0-9A-Z]{3}|25P03)$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** A disk that is full or fails, and a file which other processes hold. */
const SQLITE = /^SQLITE_(?:FULL|IOERR|BUSY|CANTOPEN|READONLY)/;
/** What the PostgreSQL driver says without a code. */
const WITHOUT_CODE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client .* not queryable)/;

/** Whether a failure is the database's being away, full or cut off: a repeat may go well. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (SQLSTATE.test(code) || NETWORK.has(code) || SQLITE.test(code)) return true;
  return WITHOUT_CODE.test(error.message);
}
