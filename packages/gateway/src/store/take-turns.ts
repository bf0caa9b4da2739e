import { sql } from 'kysely';
import { engineOf } from './engine-of.ts';
import type { Tx } from './transaction.ts';

/**
 * Waits for the transaction that has the turn, and has the next until it ends: for what no row stands for yet.
 * @param work what is done in turns.
 */
export async function takeTurns(tx: Tx, work: string): Promise<void> {
  // SQLite has one writer at a time.
  if (engineOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${work}, 0))`.execute(tx);
}
