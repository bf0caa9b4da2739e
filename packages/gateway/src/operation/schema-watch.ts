import type { Database } from '../store/engine.ts';
import { isSuperseded } from '../store/migrate.ts';

/** Whether a newer gateway has changed the database, or somebody has removed its file, so that this process cannot work on it any more. */
export interface SchemaWatch {
  /** As of the last check; once true, it stays true. */
  readonly superseded: boolean;
  /** Looks. @returns for the log, what was found just now. */
  check(): Promise<string | undefined>;
}

/** Watches the schema of a database that this process has found to be its own. */
export function watchSchema(db: Database): SchemaWatch {
  let superseded = false;
  return {
    get superseded() {
      return superseded;
    },
    async check() {
      if (superseded) return undefined;
      const isGone = db.isGone?.() === true;
      superseded = isGone || (await isSuperseded(db));
      if (!superseded) return undefined;
      return isGone
        ? 'the file of the database was deleted, moved or replaced; this process refuses requests: put the file in its place and restart'
        : 'a newer gateway has changed the database; this process refuses requests: replace it';
    },
  };
}
