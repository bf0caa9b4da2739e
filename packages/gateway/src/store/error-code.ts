/** SQLSTATE of a division by 0. Some statements divide by 0 on purpose, to fail if a row is not as expected. */
export const DIVISION_BY_ZERO = '22012';

/** SQLSTATE of a transaction that has to be repeated: another one has changed rows that it read. */
export const SERIALIZATION_FAILURE = '40001';

/** SQLSTATE of a transaction that did not get a lock within its `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE of a statement that exceeded its time limit. */
export const STATEMENT_TIMEOUT = '57014';

/** Returns an error's code: a SQLSTATE, SQLite's name for it, or the system's, such as `ENOENT`; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Codes of both engines for a row whose key another row has. */
const UNIQUE_VIOLATIONS = ['23505', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'];

/** Whether a row was refused because another has its key. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, ...UNIQUE_VIOLATIONS);
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

/** Returns why a file cannot be opened, in words. @param code of the system's error. */
export function fileFault(code: string): string {
  return FILE_FAULTS[code] ?? code;
}
