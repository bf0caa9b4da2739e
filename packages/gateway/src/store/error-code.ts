/** What PostgreSQL reports where a statement divides by 0: some do, to fail where they do not find what they expect. */
export const DIVISION_BY_ZERO = '22012';

/** What PostgreSQL reports where a transaction read what another has changed since: it is to be repeated. */
export const SERIALIZATION_FAILURE = '40001';

/** What PostgreSQL reports where a transaction that waits for locks only so long did not get one. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** What PostgreSQL reports of a statement that took longer than it may. */
export const STATEMENT_TIMEOUT = '57014';

/** The code of an error: a SQLSTATE, SQLite's name of it, or the system's, such as `ENOENT`; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What the engines report where a row would have the key of another one. */
const TAKEN = ['23505', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'];

/** Whether a row was refused because there is one with its key already. */
export function isTaken(error: unknown): boolean {
  return hasCode(error, ...TAKEN);
}

/** Whether an error has one of some codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}

/** What the operating system reports of a file, in words. */
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
