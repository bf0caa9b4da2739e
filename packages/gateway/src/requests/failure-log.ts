import type { Logger } from 'pino';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import type { FailedRequestRow } from '../store/schema.ts';

/** How long failures are collected before they are stored together, milliseconds. */
const COLLECT_MS = 1000;
/** Failures stored in one go. Of more within that time the rest is dropped: a broken client must not fill the database. */
const MAX_COLLECTED = 100;
/** Longest message that is stored. */
const MAX_MESSAGE = 500;

/** A request that failed. */
export type FailedRequest = Omit<FailedRequestRow, 'id'>;

/** Failed requests of merchants, for those who look for one by its request id. */
export interface FailureLog {
  /** Notes a failure. Returns at once; it is stored within a second. */
  note(failure: FailedRequest): void;
  /** Stores what was noted, and takes no more. */
  close(): Promise<void>;
}

/** Opens the log of failed requests. That a failure cannot be stored never fails a request. */
export function openFailureLog(db: Database, log: Logger): FailureLog {
  let collected: FailedRequestRow[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const rows = collected;
    collected = [];
    timer = undefined;
    if (dropped > 0) log.warn({ dropped }, 'failed requests were not stored: too many within a second');
    dropped = 0;
    if (rows.length === 0) return;
    try {
      await db.kysely.insertInto('failed_requests').values(rows).execute();
    } catch (error) {
      log.warn({ err: error }, 'failed requests could not be stored');
    }
  }

  return {
    note(failure) {
      if (collected.length >= MAX_COLLECTED) {
        dropped += 1;
        return;
      }
      const message = failure.message.slice(0, MAX_MESSAGE).toWellFormed().replaceAll('\0', '');
      collected.push({ ...failure, message, id: newId('req', failure.at) });
      timer ??= setTimeout(() => {
        storing = store();
      }, COLLECT_MS).unref();
    },
    async close() {
      clearTimeout(timer);
      await storing;
      await store();
    },
  };
}
