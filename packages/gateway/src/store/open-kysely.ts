import { type Dialect, Kysely, type KyselyConfig } from 'kysely';
import type { Database } from './engine.ts';
import { pipelinedTransactions } from './pipelined-transactions.ts';
import type { Schema } from './schema.ts';
import type { Tracing } from './tracing.ts';

/** Connects queries and transactions to a dialect. @param tracing optional. */
export function openKysely(
  dialect: Dialect,
  tracing: Tracing | undefined,
): Pick<Database, 'kysely' | 'transaction'> {
  const kysely = new Kysely<Schema>({ dialect, ...logOf(tracing) });
  return { kysely, transaction: pipelinedTransactions(kysely, dialect) };
}

function logOf(tracing: Tracing | undefined): Pick<KyselyConfig, 'log'> {
  return tracing?.logQuery ? { log: tracing.logQuery } : {};
}
