/** What PostgreSQL reports where a statement divides by 0: some do, to fail where they do not find what they expect. */
export const DIVISION_BY_ZERO = '22012';

/** The code of an error: a SQLSTATE, SQLite's name of it, or the system's, such as `ENOENT`; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether an error has one of some codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}
