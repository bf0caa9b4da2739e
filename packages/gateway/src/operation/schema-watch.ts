import type { Database } from '../store/engine.ts';
import { isSuperseded } from '../store/migrate.ts';
import { takesRealPayments } from './mode.ts';

/** Whether a newer gateway has changed the database, it takes real payments after the sandbox, or its file was removed, so that this process cannot work on it any more. */
export interface SchemaWatch {
  /** As of the last check; once true, it stays true. */
  readonly superseded: boolean;
  /** Looks. @returns for the log, what was found just now. */
  check(): Promise<string | undefined>;
}

/** Watches the schema of a database that this process has found to be its own. */
export function watchSchema(db: Database, sandbox: boolean): SchemaWatch {
  let superseded = false;
  return {
    get superseded() {
      return superseded;
    },
    async check() {
      if (superseded) return undefined;
      const isGone = db.isGone?.() === true;
      const isReal = !isGone && sandbox && (await takesRealPayments(db));
      superseded = isGone || isReal || (await isSuperseded(db));
      if (!superseded) return undefined;
      if (isReal) return 'the database takes real payments now; this sandbox refuses requests: stop it';
      return isGone
        ? 'the file of the database was deleted, moved or replaced; this process refuses requests: put the file in its place and restart'
        : 'a newer gateway has changed the database; this process refuses requests: replace it';
    },
  };
}
