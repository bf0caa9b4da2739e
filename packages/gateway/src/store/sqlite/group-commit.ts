import { CompiledQuery, type Transaction } from 'kysely';
import { type Batcher, createBatcher, type ItemResult } from '../batches/batcher.ts';
import type { Schema } from '../schema.ts';
import type { Tracing } from '../tracing.ts';

/** A function run in a transaction that others may share. */
export type TransactionWork<T> = (tx: Transaction<Schema>) => Promise<T>;

/**
 * Commits waiting work together. SQLite writes one transaction after the other anyway, and a small one mostly waits for
 * the disk, so waiting transactions share one flush. If there are several, each has its own savepoint. Work that is
 * alone has none: for a savepoint, SQLite keeps the old content of each changed page in a list in memory, and goes
 * through the list after each statement. The time of an import would grow with the square of its lines, and keep all
 * other work waiting.
 */
export interface GroupCommit {
  /** Runs work in a transaction, possibly shared with other work. Resolves once it is committed. */
  run<T>(work: TransactionWork<T>): Promise<T>;
}

const MAX_BATCH = 32;
const SAVEPOINT = CompiledQuery.raw('savepoint one');
const RELEASE = CompiledQuery.raw('release one');
const ROLLBACK = CompiledQuery.raw('rollback to one');

async function runOne(tx: Transaction<Schema>, work: TransactionWork<unknown>): Promise<ItemResult<unknown>> {
  await tx.executeQuery(SAVEPOINT);
  try {
    const value = await work(tx);
    await tx.executeQuery(RELEASE);
    return { value };
  } catch (error) {
    try {
      await tx.executeQuery(ROLLBACK);
      await tx.executeQuery(RELEASE);
    } catch {
      // A full disk ends the whole transaction, savepoints and all: the others fail for the same reason.
      throw error;
    }
    return { error };
  }
}

/**
 * @param transaction runs work in one transaction.
 * @param tracing see {@link Database.tracing}.
 */
export function createGroupCommit(
  transaction: (work: TransactionWork<ItemResult<unknown>[]>) => Promise<ItemResult<unknown>[]>,
  tracing?: Tracing,
): GroupCommit {
  const batcher: Batcher<TransactionWork<unknown>, unknown> = createBatcher({
    maxSize: MAX_BATCH,
    tracing,
    process: (batch) =>
      transaction(async (tx) => {
        const [first, ...others] = batch;
        if (first && others.length === 0) return [{ value: await first(tx) }];
        const all: ItemResult<unknown>[] = [];
        for (const work of batch) all.push(await runOne(tx, work));
        return all;
      }),
  });
  return { run: <T>(work: TransactionWork<T>) => batcher.add(work) as Promise<T> };
}
