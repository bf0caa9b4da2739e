import type { Transaction } from 'kysely';
import type { Database } from './engine.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { repeatTransient } from './repeat-transient.ts';
import type { Schema } from './schema.ts';

/** A running transaction: what queries run on. */
export type Tx = Transaction<Schema>;

const groups = new WeakMap<Database, GroupCommit>();
const actions = new WeakMap<Tx, (() => void)[]>();

/** Has something done once a transaction is committed; never where the work was rolled back. */
export function afterCommit(tx: Tx, action: () => void): void {
  actions.set(tx, [...(actions.get(tx) ?? []), action]);
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
  const result = await db.transaction((tx) => {
    used = tx;
    return work(tx);
  });
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
      return await work(tx);
    } catch (error) {
      // Its part of the transaction is rolled back: what was to follow it must not.
      actions.set(tx, before);
      throw error;
    }
  });
}
