import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from './engine.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import type { Schema } from './schema.ts';

/** A running transaction: what queries run on. */
export type Tx = Transaction<Schema>;

const TRIES = 8;
/** The longest wait before the first repetition, milliseconds; it doubles with each, up to {@link MAX_WAIT_MS}. */
const WAIT_MS = 10;
const MAX_WAIT_MS = 500;
/** PostgreSQL: serialization failure and deadlock; SQLite: another process holds the lock. */
const TRANSIENT = new Set(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);

const groups = new WeakMap<Database, GroupCommit>();
const actions = new WeakMap<Tx, (() => void)[]>();

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT.has(String(error.code));
}

/** Has something done once a transaction is committed; never where the work was rolled back. */
export function afterCommit(tx: Tx, action: () => void): void {
  actions.set(tx, [...(actions.get(tx) ?? []), action]);
}

/**
 * Runs `work` in one transaction. Where the database asks for it (a deadlock, a serialization failure, a lock that
 * another process holds) the transaction is repeated, at most {@link TRIES} times, after a random wait that grows.
 * @throws what `work` throws, and the database's error once the last repetition failed.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (db.engine === 'sqlite' ? inGroup(db, work) : alone(db, work));
    } catch (error) {
      if (tries >= TRIES || !isTransient(error)) throw error;
      // Those which met once must not meet again: each waits for a time of its own.
      await setTimeout(Math.random() * Math.min(MAX_WAIT_MS, WAIT_MS * 2 ** (tries - 1)));
    }
  }
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
