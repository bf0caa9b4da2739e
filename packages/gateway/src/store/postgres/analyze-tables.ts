import { sql } from 'kysely';
import type { Database } from '../engine.ts';
import type { Schema } from '../schema.ts';

/** The account may not renew the statistics of a table. */
export class StatisticsError extends Error {
  override readonly name = 'StatisticsError';
  readonly code = 'stale_statistics';
}

/**
 * Has PostgreSQL sample tables anew. Until then, its statistics hold values of deleted rows, which `pg_stats` shows; a
 * table that changes little keeps them for years.
 * @throws StatisticsError if PostgreSQL skips a table, which it reports only as a warning on the connection.
 */
export async function analyzeTables(
  { engine, kysely }: Database,
  tables: readonly (keyof Schema)[],
): Promise<void> {
  if (engine === 'sqlite') return;
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(kysely);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid in (select to_regclass(given) from unnest(${[...tables]}::text[]) as given)
      and not case when current_setting('server_version_num')::int < 170000 then pg_has_role(relowner, 'usage')
        else has_table_privilege(oid, 'maintain') end
      and not exists (select from pg_database
        where datname = current_database() and pg_has_role(datdba, 'usage'))`.execute(kysely);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new StatisticsError(
    `Erased, but PostgreSQL's statistics of ${names} still hold values of erased rows, and this account may not renew them. Run the command again with the account that owns the tables.`,
  );
}
