import type { Logger } from 'pino';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import type { FailedRequestRow } from '../store/schema.ts';
import { HOUR_MS } from '../time-span.ts';

/** How long failures are collected before they are stored together, milliseconds. */
const COLLECT_MS = 1000;
/**
 * Maximum failures stored together. Of more, those of the merchant with the most are dropped: a broken client must
 * neither fill the database nor displace the failures of other merchants.
 */
const MAX_COLLECTED = 100;
/**
 * Maximum failures of one merchant that a process stores within an hour. A client that keeps repeating a refused request
 * makes a hundred rows a second, which would be 60 million in the week that they are kept.
 */
const MAX_PER_HOUR = 3600;
/** Maximum characters of a stored message. */
const MAX_MESSAGE = 500;

/** A request that failed. */
export type FailedRequest = Omit<FailedRequestRow, 'id'>;

/** Failed requests of merchants, to look one up by its request id. */
export interface FailureLog {
  /** Records a failure. Returns at once; it is stored within a second. */
  record(failure: FailedRequest): void;
  /** Stores the recorded failures, and takes no more. */
  close(): Promise<void>;
}

/**
 * Finds the row to drop for one more of a merchant: the latest of the one with the most, unless the given one would
 * have as many.
 */
function findRowToDrop(merchantId: string, rows: readonly FailedRequestRow[]): number | undefined {
  const counts = new Map<string, number>();
  for (const { merchant_id } of rows) counts.set(merchant_id, (counts.get(merchant_id) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if ((counts.get(merchantId) ?? 0) + 1 >= most) return undefined;
  return rows.findLastIndex(({ merchant_id }) => counts.get(merchant_id) === most);
}

/** Opens the log of failed requests. A failure that cannot be stored never fails a request. */
export function openFailureLog(db: Database, log: Logger): FailureLog {
  let collected: FailedRequestRow[] = [];
  let dropped = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();
  let hour = 0;
  /** Failures of this hour, by merchant. */
  const noted = new Map<string, number>();

  /** Counts a failure. @returns whether its merchant has had its share of the hour. */
  function countFailure({ merchant_id, at }: FailedRequest): boolean {
    const current = Math.floor(at / HOUR_MS);
    if (current !== hour) noted.clear();
    hour = current;
    const count = (noted.get(merchant_id) ?? 0) + 1;
    noted.set(merchant_id, count);
    if (count === MAX_PER_HOUR + 1)
      log.warn({ merchant: merchant_id }, 'failed requests are not stored until the next hour: too many');
    return count > MAX_PER_HOUR;
  }

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
    record(failure) {
      if (closed) return;
      if (collected.length >= MAX_COLLECTED) {
        dropped += 1;
        const place = findRowToDrop(failure.merchant_id, collected);
        if (place === undefined) return;
        if (countFailure(failure)) return;
        collected.splice(place, 1);
      } else if (countFailure(failure)) return;
      const message = failure.message.slice(0, MAX_MESSAGE).toWellFormed().replaceAll('\0', '');
      collected.push({ ...failure, message, id: newId('req', failure.at) });
      timer ??= setTimeout(() => {
        storing = store();
      }, COLLECT_MS).unref();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await storing;
      await store();
    },
  };
}
