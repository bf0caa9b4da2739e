import { sql } from 'kysely';
import { hasCode } from '../../store/error-code.ts';
import { migrationState } from '../../store/migrate.ts';
import { findTextFault } from '../../store/postgres/find-text-fault.ts';
import { witnessesOf } from '../../store/shared-clock.ts';
import { keepStatement } from '../../store/sql/prepared.ts';
import { inTransaction } from '../../store/transaction.ts';
import { requireRightClock } from '../clock-skew.ts';
import { describeLeftovers } from '../sandbox-leftovers.ts';
import { type Check, type CheckContext, fault, LATE_MS, ok, type Verdict, warning } from './check.ts';

const SKEW_WARNING_MS = 1000;

/** Statements that together exceed what a pooler reads at once, like those of an order. */
const STATEMENTS = Array.from({ length: 12 }, (_, index) =>
  keepStatement(`select ${index} /* ${'x'.repeat(1000)} */`),
);

class Rollback extends Error {}

/** By default, PostgreSQL hides other accounts' transactions; few accounts of programs have the right to see them. */
async function checkVisibleTransactions({ kysely }: CheckContext['db']): Promise<Verdict> {
  const { rows } = await sql<{ account: string | null }>`
    select case when not pg_has_role('pg_read_all_stats', 'usage') then quote_ident(current_user) end as account`.execute(
    kysely,
  );
  const account = rows[0]?.account ?? null;
  if (account === null) return ok();
  return ok(`transactions of other accounts are not shown without: grant pg_read_all_stats to ${account}`);
}

/** Checks of the database: reachable, its schema up to date, writable, durable, its clock right. */
export const databaseChecks: readonly Check[] = [
  {
    name: 'Database is reachable',
    foundation: true,
    async run({ db }) {
      // The rollback fails too, with an error that does not name the cause.
      let silence: string | undefined;
      const responded = inTransaction(db, async (tx) => {
        await Promise.all(STATEMENTS.map((text) => sql.raw(text).execute(tx))).catch((error) => {
          if (hasCode(error, 'ETIMEDOUT')) silence = error.message;
          throw error;
        });
      });
      return responded.then(
        () => ok(),
        (error) => {
          if (silence === undefined)
            return fault(error.message, 'check DATABASE_URL, and that its server runs and accepts the login');
          return fault(silence, 'if DATABASE_URL leads to PgBouncer with TLS, set its pkt_buf to 65536');
        },
      );
    },
  },
  {
    // A page lost by the disk may fail every order, or falsify a sum, and no other check reads the whole file.
    name: 'Database file is sound',
    foundation: true,
    async run({ db, readsAll = false }) {
      if (db.engine !== 'sqlite') return ok();
      if (!readsAll) return ok('only the command doctor reads all of it');
      const check = sql<{ integrity_check: string }>`pragma integrity_check(1)`;
      const { rows } = await check.execute(db.kysely);
      const found = rows[0]?.integrity_check ?? '';
      if (found === 'ok') return ok();
      return fault(
        found.replaceAll(/\s+/g, ' '),
        'stop the gateway, keep a copy of the file with its -wal, check the disk, and restore the newest backup',
      );
    },
  },
  {
    // Before the schema, because such a transaction also keeps a migration waiting.
    name: 'Database removes dead rows',
    async run({ db, config, now }) {
      if (db.engine === 'sqlite' || config.sandbox) return ok();
      const { rows } = await sql<{ text: string }>`
        select name || ' is off' as text from pg_settings where name in ('autovacuum', 'track_counts') and setting = 'off'
        union all
        select format('process %s (%s, %s) has had a transaction open since %s', pid, application_name, state, xact_start)
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and xact_start < to_timestamp(${(now() - LATE_MS) / 1000})`.execute(db.kysely);
      if (rows.length === 0) return checkVisibleTransactions(db);
      return warning(
        rows.map(({ text }) => text).join('; '),
        'turn on what is off; end such a transaction, unless it is a backup, with select pg_terminate_backend(PROCESS)',
      );
    },
  },
  {
    name: 'Database schema is up to date',
    foundation: true,
    async run({ db }) {
      const { due, unknown } = await migrationState(db);
      if (unknown.length > 0) {
        const detail = `a newer version added ${unknown.join(', ')}`;
        return fault(detail, 'run the newer version, or restore the backup from before it');
      }
      return due.length === 0
        ? ok()
        : fault(`migrations to run: ${due.join(', ')}`, 'flight-offset-gateway migrate');
    },
  },
  {
    // Migrations refuse other databases, but `pg_restore` can create one without a migration.
    name: 'Database keeps every text, in its order',
    async run({ db }) {
      const found = db.engine === 'postgres' ? await findTextFault(db.kysely) : undefined;
      return found === undefined ? ok() : fault(found, 'back it up, and restore it to that one');
    },
  },
  {
    name: 'Database holds no sandbox data',
    async run({ db, config }) {
      if (config.sandbox) return ok();
      const found = await describeLeftovers(db);
      if (found.length === 0) return ok();
      const next =
        'set DATABASE_URL to another one, or, unless orders of your own are paid there, run flight-offset-gateway sandbox remove';
      return fault(found.join('; '), next);
    },
  },
  {
    name: 'Database is writable',
    async run({ db }) {
      const write = inTransaction(db, async (tx) => {
        await tx.insertInto('settings').values({ name: 'doctor', value: '' }).execute();
        throw new Rollback();
      });
      return write.catch((error) => {
        if (error instanceof Rollback) return ok();
        return fault(
          error.message,
          'check that DATABASE_URL names the primary, that its disk has room, and that this account may write there',
        );
      });
    },
  },
  {
    name: 'Commits survive a loss of power',
    async run({ db, config }) {
      if (db.engine === 'sqlite' || config.sandbox) return ok();
      const { rows } = await sql<{ name: string }>`select name from pg_settings
        where name in ('fsync', 'synchronous_commit') and setting = 'off' order by name`.execute(db.kysely);
      if (rows.length === 0) return ok();
      const detail = `${rows.map(({ name }) => name).join(' and ')} off: acknowledged orders may be lost`;
      return warning(detail, 'turn it on in PostgreSQL, unless its operator keeps commits by other means');
    },
  },
  {
    name: 'Clocks agree',
    async run({ db, config }) {
      await requireRightClock(db, config.GATEWAY_MAX_CLOCK_SKEW_SECONDS * 1000);
      const { database, machine } = witnessesOf(db);
      if (!database) return ok();
      const skew = (await database()) - machine();
      const detail = `the database is ${Math.abs(Math.round(skew))} ms ${skew < 0 ? 'behind' : 'ahead'}`;
      return Math.abs(skew) > SKEW_WARNING_MS ? warning(detail, 'set both clocks by NTP') : ok(detail);
    },
  },
  {
    name: 'Exports read from an up-to-date standby',
    async run({ db: { kysely, replica, engine }, config: { GATEWAY_REPLICA_DATABASE_URL: url }, now }) {
      if (engine === 'sqlite' || url === undefined) return ok();
      const next =
        'check replication; until it has caught up, start the processes without GATEWAY_REPLICA_DATABASE_URL';
      const newest = await kysely
        .selectFrom('transactions')
        .select('id')
        .where('created_at', '<=', now() - LATE_MS)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const copied = await replica
        .selectFrom('transactions')
        .select('id')
        .where('id', '=', newest?.id ?? '')
        .execute()
        .catch((error: Error) => error);
      if (copied instanceof Error) return fault(copied.message, next);
      if (newest === undefined || copied.length > 0) return ok();
      return fault(`it lacks ${newest.id}, which is more than ten minutes old`, next);
    },
  },
];
