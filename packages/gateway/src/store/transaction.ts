import type { Transaction } from 'kysely';
import { allEnded } from './all-ended.ts';
import type { Database } from './engine.ts';
import { repeatTransient } from './repeat-transient.ts';
import type { Schema } from './schema.ts';
import { createGroupCommit, type GroupCommit } from './sqlite/group-commit.ts';

/** A running transaction: what queries run on. */
export type Tx = Transaction<Schema>;

const groups = new WeakMap<Database, GroupCommit>();
const actions = new WeakMap<Tx, (() => void)[]>();
const lasts = new WeakMap<Tx, readonly Promise<unknown>[]>();

/** Has something done once a transaction is committed; never where the work was rolled back. */
export function afterCommit(tx: Tx, action: () => void): void {
  actions.set(tx, [...(actions.get(tx) ?? []), action]);
}

/**
 * Has a transaction commit right behind its last statements, which spares waiting for their responses. All of them are
 * issued before the work returns, and each has to fail where the transaction must not be committed: the database then rolls it
 * back, and {@link inTransaction} throws what they throw, the first of them first. It waits for them in any case.
 */
export function commitBehind(tx: Tx, last: Promise<unknown>): void {
  // Where the commit itself fails, nobody asks for them any more.
  last.catch(() => {});
  lasts.set(tx, [...(lasts.get(tx) ?? []), last]);
}

/** Waits for the statements that a transaction commits behind. */
async function ended(tx: Tx | undefined): Promise<void> {
  const behind = tx && lasts.get(tx);
  if (!behind) return;
  lasts.delete(tx);
  await allEnded(...behind);
}

/**
 * Runs `work` in one transaction, repeated as {@link repeatTransient} does where the database asks for that.
 * @throws what `work` throws, and the database's error once the last repetition failed.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatTransient(() => (db.engine === 'sqlite' ? inGroup(db, work) : alone(db, work)));
}

/** Runs one transaction, then what is to be done after it. */
async function alone<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let used: Tx | undefined;
  const running = db.transaction((tx) => {
    used = tx;
    return work(tx);
  });
  // Why a commit behind a statement that failed is none, that statement tells.
  await running.catch(() => {});
  await ended(used);
  const result = await running;
  for (const action of (used && actions.get(used)) ?? []) action();
  return result;
}

function inGroup<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let group = groups.get(db);
  if (!group) {
    group = createGroupCommit((together) => alone(db, together), db.tracing);
    groups.set(db, group);
  }
  return group.run(async (tx) => {
    const before = actions.get(tx) ?? [];
    try {
      const result = await work(tx);
      // Others share the transaction: their commit waits.
      await ended(tx);
      return result;
    } catch (error) {
      await ended(tx).catch(() => {});
      // Its part of the transaction is rolled back: what was to follow it must not.
      actions.set(tx, before);
      throw error;
    }
  });
}
