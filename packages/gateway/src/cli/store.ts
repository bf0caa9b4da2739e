import { sql } from 'kysely';
import { type Command, CommandError, storeCommand, type Work } from './command.ts';

/** Each thing to look at, and what is wrong with it; undefined where nothing is. */
const CHECKS: readonly [name: string, check: (work: Work) => Promise<string | undefined>][] = [
  [
    'the database answers',
    async ({ db }) => {
      await sql`select 1`.execute(db.kysely);
      return undefined;
    },
  ],
  [
    'the master key opens every secret',
    async ({ db, sealer }) => {
      const keys = await db.kysely.selectFrom('api_keys').select(['id', 'sealed_secret']).execute();
      const secrets = await db.kysely.selectFrom('webhook_secrets').select(['id', 'sealed_secret']).execute();
      const shut = [...keys, ...secrets].filter(({ id, sealed_secret }) => {
        try {
          if (sealed_secret !== null) sealer.open(sealed_secret, id);
          return false;
        } catch {
          return true;
        }
      });
      return shut.length === 0
        ? undefined
        : `${shut.length} do not open: ${shut.map(({ id }) => id).join(', ')}`;
    },
  ],
  [
    'credits reserved are those of pending orders',
    async ({ db }) => {
      const lots = await db.kysely.selectFrom('credit_lots').selectAll().execute();
      const held = await db.kysely
        .selectFrom('orders')
        .select(({ fn }) => ['lot', fn.sum<number>('grams').as('grams')])
        .where('status', '=', 'pending')
        .groupBy('lot')
        .execute();
      const byLot = new Map(held.map(({ lot, grams }) => [lot, grams]));
      const wrong = lots.filter(({ id, grams_reserved }) => grams_reserved !== (byLot.get(id) ?? 0));
      return wrong.length === 0 ? undefined : wrong.map(({ id }) => id).join(', ');
    },
  ],
  [
    'every merchant can be notified',
    async ({ db }) => {
      const without = await db.kysely
        .selectFrom('merchants')
        .select('id')
        .where('id', 'not in', db.kysely.selectFrom('webhook_secrets').select('merchant_id'))
        .execute();
      const ids = without.map(({ id }) => id).join(', ');
      return ids === '' ? undefined : `no webhook secret: ${ids}; see: gateway webhooks rotate`;
    },
  ],
  [
    'a project is on sale',
    async ({ db }) => {
      const row = await db.kysely
        .selectFrom('projects')
        .select('id')
        .where('active', '=', 1)
        .executeTakeFirst();
      return row ? undefined : 'none; see: gateway projects import';
    },
  ],
];

/** The store as a whole. */
export const storeCommands: readonly Command[] = [
  storeCommand('migrate', 'Brings the database to the newest form; serve does so too.', [], async (work) => {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      work.db.kysely,
    );
    work.print(rows.map(({ name }) => name).join('\n'));
  }),
  storeCommand('doctor', 'Looks whether everything is as it should be.', [], async (work) => {
    let faults = 0;
    for (const [name, check] of CHECKS) {
      const fault = await check(work);
      work.print(fault === undefined ? `ok    ${name}` : `FAULT ${name}: ${fault}`);
      if (fault !== undefined) faults += 1;
    }
    if (faults > 0) throw new CommandError(`${faults} fault(s)`);
  }),
];
