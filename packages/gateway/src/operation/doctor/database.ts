import { sql } from 'kysely';
import { migrationState } from '../../store/migrate.ts';
import { sandboxLeftovers } from '../sandbox-leftovers.ts';
import { MAX_SKEW_MS, witnessesOf } from '../shared-clock.ts';
import { type Check, fault, ok, warning } from './check.ts';

const SKEW_WARNING_MS = 1000;

class Rollback extends Error {}

/** The database: there, of the right form, writable, and of the same time. */
export const databaseChecks: readonly Check[] = [
  {
    name: 'the database answers',
    foundation: true,
    async look({ db }) {
      await sql`select 1`.execute(db.kysely);
      return ok();
    },
  },
  {
    name: 'the database has the form of this program',
    foundation: true,
    async look({ db }) {
      const { due, unknown } = await migrationState(db);
      if (unknown.length > 0) {
        const said = `a newer program made ${unknown.join(', ')}`;
        return fault(said, 'run the newer program, or restore the backup from before it');
      }
      return due.length === 0
        ? ok()
        : fault(`not made yet: ${due.join(', ')}`, 'flight-offset-gateway migrate');
    },
  },
  {
    name: 'real payments and the sandbox are apart',
    async look({ db, config }) {
      if (config.sandbox) return ok();
      const found = await sandboxLeftovers(db);
      return found.length === 0 ? ok() : fault(found.join('; '), 'flight-offset-gateway sandbox remove');
    },
  },
  {
    name: 'the database can be written',
    async look({ db }) {
      const write = db.kysely.transaction().execute(async (tx) => {
        await tx.insertInto('settings').values({ name: 'doctor', value: '' }).execute();
        throw new Rollback();
      });
      return write.catch((error) => {
        if (error instanceof Rollback) return ok();
        throw error;
      });
    },
  },
  {
    name: 'the clocks agree',
    async look({ db }) {
      const { database, machine } = witnessesOf(db);
      if (!database) return ok();
      const skew = (await database()) - machine();
      const said = `the database is ${Math.abs(Math.round(skew))} ms ${skew < 0 ? 'behind' : 'ahead'}`;
      const next = 'let both machines keep time by NTP';
      if (Math.abs(skew) > MAX_SKEW_MS) return fault(said, next);
      return Math.abs(skew) > SKEW_WARNING_MS ? warning(said, next) : ok(said);
    },
  },
];
