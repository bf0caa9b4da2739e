import type { Database } from '../store/engine.ts';
import { readSetting } from '../store/settings.ts';

/** Name of the setting for a database's mode: `sandbox` or `production`. */
export const MODE = 'mode';

/** A sandbox database would take real payments, or the other way round. */
export class ModeError extends Error {
  override readonly name = 'ModeError';
  readonly code = 'wrong_mode';
}

/** Reads a database's mode; undefined if no process has served from it. */
export function readMode(db: Pick<Database['kysely'], 'selectFrom'>): Promise<string | undefined> {
  return readSetting(db, MODE);
}
