/**
 * PostgreSQL reports this when a statement divides by 0. Some do so on purpose, to fail if a row is not as expected.
 */
export const DIVISION_BY_ZERO = '22012';

/** PostgreSQL reports this when a transaction read rows that another has changed since: it has to be repeated. */
export const SERIALIZATION_FAILURE = '40001';

/** PostgreSQL reports this when a transaction did not get a lock within its `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** PostgreSQL reports this when a statement exceeds its time limit. */
export const STATEMENT_TIMEOUT = '57014';

/** The code of an error: a SQLSTATE, SQLite's name for it, or the system's, such as `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The engines report these when a row would have the same key as another. */
const TAKEN = ['23505', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'];

/** Whether a row was refused because another has its key. */
export function isTaken(error: unknown): boolean {
  return hasCode(error, ...TAKEN);
}

/** Whether an error has one of some codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}

/** The operating system's file errors in words. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENOSPC: 'the disk is full',
};

/** Why a file cannot be opened. @param code of the system's error. */
export function fileFault(code: string): string {
  return FILE_FAULTS[code] ?? code;
}
