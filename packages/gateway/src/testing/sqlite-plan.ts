import { type CompiledQuery, sql } from 'kysely';
import type { Database } from '../store/engine.ts';

/** Explains how SQLite runs a query, a line per step. */
export async function sqlitePlan(
  { kysely }: Database,
  { sql: text, parameters }: CompiledQuery,
): Promise<string> {
  const parts = text.split('?');
  const query = sql<{ detail: string }>(
    [`explain query plan ${parts[0]}`, ...parts.slice(1)] as unknown as TemplateStringsArray,
    ...parameters,
  );
  const { rows } = await query.execute(kysely);
  return rows.map(({ detail }) => detail).join('\n');
}
