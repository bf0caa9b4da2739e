import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Commits work that waits at the same time together. SQLite writes one transaction after the other anyway, and most
 * of the time of a small one is the disk's: so those which wait share one flush. Each keeps its own savepoint.
 */
export interface GroupCommit {
  /** Runs work in a transaction, perhaps with others. Resolves once it is committed. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

const MOST_TOGETHER = 32;
const SAVEPOINT = CompiledQuery.raw('savepoint one');
const RELEASE = CompiledQuery.raw('release one');
const ROLLBACK = CompiledQuery.raw('rollback to one');

async function runOne(tx: Tx, { work }: Waiting): Promise<Outcome> {
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
      // A full disk ends the whole transaction, savepoints and all: the others fail of the same.
      throw error;
    }
    return { error };
  }
}

/** @param transaction runs work in one transaction. */
export function createGroupCommit(
  transaction: (work: (tx: Tx) => Promise<Outcome[]>) => Promise<Outcome[]>,
): GroupCommit {
  const queue: Waiting[] = [];
  let running = false;

  async function commit(batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await transaction(async (tx) => {
        const all: Outcome[] = [];
        for (const waiting of batch) all.push(await runOne(tx, waiting));
        return all;
      });
      batch.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] as Outcome;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as never);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      // One turn of the event loop: requests which have come in by now join this commit.
      await setImmediate();
      await commit(queue.splice(0, MOST_TOGETHER));
    }
    running = false;
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        queue.push({ work, resolve, reject });
        if (!running) void drain();
      }),
  };
}
