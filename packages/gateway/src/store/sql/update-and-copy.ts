import { allEnded } from '../all-ended.ts';
import type { Database } from '../engine.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import { commitBehind, type Tx } from '../transaction.ts';
import { type Copy, copyText, insertCopies } from './copies.ts';
import type { Row } from './insert-rows.ts';
import {
  columnsOf,
  postgresText,
  runUpdate,
  textPerUpdate,
  type Update,
  updateOnSqlite,
} from './update-rows.ts';

/** An update that returns its rows, and adds rows to other tables for them. */
export interface CopyingUpdate extends Update {
  /** Names of the given values to return with a row. */
  readonly carries: readonly string[];
  /** Copies of the returned values to insert for each row. */
  readonly copies: readonly Copy[];
}

type Result = Record<string, unknown>;

const nameOf = textPerUpdate((update) => `update and copy: ${JSON.stringify(update)}`);
const nameOfSpread = textPerUpdate((update) => `update and copy, spread: ${JSON.stringify(update)}`);

/**
 * Updates the rows that are as the update expects them, and inserts the copies. PostgreSQL does all of it in one
 * statement, which takes less time than sending the returned values with a second one. If rows may be spread by
 * merchant, and on SQLite, the transaction instead commits behind the copies.
 * @returns the rows it updated, in no particular order.
 */
export async function updateAndCopy<O extends object>(
  tx: Tx,
  db: Database,
  update: CopyingUpdate,
  rows: readonly Row[],
): Promise<O[]> {
  if (rows.length === 0) return [];
  if (db.engine === 'postgres' && !mayBeDistributed(db))
    return runUpdate<O>(tx, nameOf(update), () => copyingText(update), columnsOf(update, rows));
  const keyOf = (row: Readonly<Record<string, unknown>>): string => `${row.merchant_id} ${row[update.key]}`;
  const givens = new Map(rows.map((row) => [keyOf(row), row]));
  const updated = await updateWithoutCopies(tx, db, update, rows);
  for (const row of updated)
    for (const name of update.carries) row[name] = givens.get(keyOf(row))?.[name] ?? null;
  commitBehind(tx, allEnded(...update.copies.map((copy) => insertCopies(tx, copy, updated))));
  return updated as unknown as O[];
}

function updateWithoutCopies(
  tx: Tx,
  db: Database,
  update: CopyingUpdate,
  rows: readonly Row[],
): Promise<Result[]> {
  if (db.engine === 'sqlite') return updateOnSqlite(tx, update, rows);
  return runUpdate(tx, nameOfSpread(update), () => postgresText(update, true), columnsOf(update, rows));
}

function copyingText(update: CopyingUpdate): string {
  const { carries, looks = {}, copies, returning } = update;
  const parts = copies.map((copy, index) => `copy_${index} as (${copyText(copy)})`);
  const names = [...returning, ...carries, ...Object.keys(looks)].join(', ');
  return `with ${[`updated as (${postgresText(update, false, carries)})`, ...parts].join(', ')}
    select ${names} from updated`;
}
