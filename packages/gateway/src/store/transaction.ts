import type { Kysely, Transaction } from 'kysely';
import { allEnded } from './all-ended.ts';
import type { Database } from './engine.ts';
import { repeatTransient } from './repeat-transient.ts';
import type { Schema } from './schema.ts';
import { createGroupCommit, type GroupCommit } from './sqlite/group-commit.ts';

/** A running transaction. */
export type Tx = Transaction<Schema>;

/** A transaction, or the database itself, for queries that only read. */
export type Reads = Tx | Kysely<Schema>;

const groups = new WeakMap<Database, GroupCommit>();
const actions = new WeakMap<Tx, (() => void)[]>();
const lastStatements = new WeakMap<Tx, readonly Promise<unknown>[]>();

/** Runs an action once a transaction is committed; never if the work was rolled back. */
export function afterCommit(tx: Tx, action: () => void): void {
  actions.set(tx, [...(actions.get(tx) ?? []), action]);
}

/**
 * Has a transaction commit right behind its last statements, without waiting for their responses. All of them must be
 * issued before the work returns, and each must fail if the transaction must not be committed: the database then rolls
 * it back, and {@link inTransaction} throws the error of the first one that failed. It always waits for all of them.
 */
export function commitBehind(tx: Tx, last: Promise<unknown>): void {
  // If the commit itself fails, no caller reads the results of these statements.
  last.catch(() => {});
  lastStatements.set(tx, [...(lastStatements.get(tx) ?? []), last]);
}

/** Waits for the statements that a transaction commits behind. */
async function awaitLastStatements(tx: Tx | undefined): Promise<void> {
  const behind = tx && lastStatements.get(tx);
  if (!behind) return;
  lastStatements.delete(tx);
  await allEnded(...behind);
}

/**
 * Runs `work` in one transaction, repeated as by {@link repeatTransient} if the database requests that.
 * @throws what `work` throws, and the database's error once the last repetition failed.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatTransient(() =>
    db.engine === 'sqlite' ? inSharedTransaction(db, work) : inOwnTransaction(db, work),
  );
}

/** Runs one transaction, then its {@link afterCommit} actions. */
async function inOwnTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let used: Tx | undefined;
  const running = db.transaction((tx) => {
    used = tx;
    return work(tx);
  });
  // The statement that failed explains why the commit behind it did not happen.
  await running.catch(() => {});
  await awaitLastStatements(used);
  const result = await running;
  for (const action of (used && actions.get(used)) ?? []) action();
  return result;
}

function inSharedTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let group = groups.get(db);
  if (!group) {
    group = createGroupCommit((together) => inOwnTransaction(db, together), db.tracing);
    groups.set(db, group);
  }
  return group.run(async (tx) => {
    const before = actions.get(tx) ?? [];
    try {
      const result = await work(tx);
      // Other work shares the transaction: its commit waits for these statements.
      await awaitLastStatements(tx);
      return result;
    } catch (error) {
      await awaitLastStatements(tx).catch(() => {});
      // Its part of the transaction is rolled back: its actions must not run.
      actions.set(tx, before);
      throw error;
    }
  });
}
