import type { Database } from '../store/engine.ts';
import { isSuperseded } from '../store/migrate.ts';
import { takesRealPayments } from './mode.ts';

/** Watch for the loss of the database, on which this process must then stop working. */
export interface StoreWatch {
  /** As of the last check; it stays true. */
  readonly isLost: boolean;
  /** Checks the database. @returns the new finding, for the log. */
  check(): Promise<string | undefined>;
}

/** Watches the database from which this process serves. */
export function watchStore(db: Database, sandbox: boolean): StoreWatch {
  let isLost = false;
  return {
    get isLost() {
      return isLost;
    },
    async check() {
      if (isLost) return undefined;
      const found = await findLossReason(db, sandbox);
      isLost = found !== undefined;
      return found;
    },
  };
}

async function findLossReason(db: Database, sandbox: boolean): Promise<string | undefined> {
  if (db.isGone?.())
    return 'the file of the database was deleted, moved or replaced; this process refuses requests: put the file in its place and restart';
  if (sandbox && (await takesRealPayments(db)))
    return 'the database takes real payments now; this sandbox refuses requests: stop it';
  if (await isSuperseded(db))
    return 'a newer gateway has changed the database; this process refuses requests: replace it';
  return undefined;
}
