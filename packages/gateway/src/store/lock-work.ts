import { sql } from 'kysely';
import { engineOf } from './engine-of.ts';
import { hasCode, STATEMENT_TIMEOUT } from './error-code.ts';
import type { Tx } from './transaction.ts';

/** Another process held the turn for longer than a statement may take. */
export class TurnError extends Error {
  override readonly name = 'TurnError';
  readonly code = 'turn_taken';

  constructor(work: string) {
    super(
      `Another "${work}" did not end within GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS; nothing was changed. Run the command again once it has.`,
    );
  }
}

/**
 * Waits for the transaction that has the turn, then holds the turn until this transaction ends: a lock for things that
 * have no row yet.
 * @param work name of the command whose runs take turns.
 * @throws TurnError if the wait exceeds the time limit of a statement.
 */
export async function lockWork(tx: Tx, work: string): Promise<void> {
  // SQLite has one writer at a time.
  if (engineOf(tx) !== 'postgres') return;
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${work}, 0))`.execute(tx);
  } catch (error) {
    throw hasCode(error, STATEMENT_TIMEOUT) ? new TurnError(work) : error;
  }
}
