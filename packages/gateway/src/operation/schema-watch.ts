import type { Database } from '../store/engine.ts';
import { isSuperseded } from '../store/migrate.ts';

/** Whether a newer gateway has changed the database so that this process cannot work on it any more. */
export interface SchemaWatch {
  /** As of the last check; once true, it stays true. */
  readonly superseded: boolean;
  /** Looks. @returns whether it was found just now. */
  check(): Promise<boolean>;
}

/** Watches the schema of a database that this process has found to be its own. */
export function watchSchema(db: Database): SchemaWatch {
  let superseded = false;
  return {
    get superseded() {
      return superseded;
    },
    async check() {
      if (superseded) return false;
      superseded = await isSuperseded(db);
      return superseded;
    },
  };
}
