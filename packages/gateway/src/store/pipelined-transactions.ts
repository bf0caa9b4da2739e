import { type Dialect, DummyDriver, type Kysely, Transaction } from 'kysely';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Schema } from './schema.ts';

/** Runs work in a transaction of its own: committed once the work is done, rolled back if it fails. */
export type RunTransaction = <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>;

/**
 * Creates transactions that send each statement as soon as it is issued. Kysely's own hold each back until the previous
 * one has returned, which costs a round trip per statement. The database still runs them one after the other, in the
 * order in which they were issued.
 */
export function pipelinedTransactions(kysely: Kysely<Schema>, dialect: Dialect): RunTransaction {
  // The connection exists already: nothing requests one from this transaction's own driver.
  const props = { config: { dialect }, dialect, driver: new DummyDriver() };
  return async (work) => {
    let workError: unknown;
    const running = kysely.transaction().execute((serial) =>
      serial.getExecutor().provideConnection(async (connection) => {
        let ended = false;
        // Kysely's own executor of a transaction makes this check through further promises and an executor per statement.
        const executor = kysely.getExecutor().withConnectionProvider({
          async provideConnection(consumer) {
            if (ended) throw new Error('a statement was issued after the end of its transaction');
            return consumer(connection);
          },
        });
        try {
          return await work(new Transaction<Schema>({ ...props, executor }));
        } catch (error) {
          workError = error;
          throw error;
        } finally {
          ended = true;
        }
      }),
    );
    try {
      return await running;
    } catch (error) {
      // On a connection that broke, the rollback fails too: its error does not explain why the connection broke.
      throw isDatabaseUnavailable(workError) ? workError : error;
    }
  };
}
