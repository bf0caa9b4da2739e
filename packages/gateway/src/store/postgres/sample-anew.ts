import { sql } from 'kysely';
import type { Database } from '../engine.ts';
import type { Schema } from '../schema.ts';

/**
 * Has PostgreSQL sample tables anew. Until then, its statistics hold values of deleted rows, which `pg_stats` shows; a
 * table that changes little keeps them for years.
 */
export async function sampleAnew(
  { engine, kysely }: Database,
  tables: readonly (keyof Schema)[],
): Promise<void> {
  if (engine === 'sqlite') return;
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(kysely);
}
