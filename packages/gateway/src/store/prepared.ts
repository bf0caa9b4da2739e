import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const compiled = new Map<string, CompiledQuery>();
const names = new Map<string, string>();

/** The name under which a server may keep the statement of a text that {@link prepared} runs; none for others. */
export function statementName(text: string): string | undefined {
  return names.get(text);
}

/**
 * Runs a query whose text is built once and then kept: building it costs more than running it. For the few queries
 * which every request asks.
 * @param name names the text; another text needs another name.
 * @param build builds the query with the very parameters given; called once a name and engine.
 * @param parameters in the order of the text.
 */
export async function prepared<O>(
  db: Kysely<Schema>,
  name: string,
  build: () => CompiledQuery<O>,
  parameters: readonly unknown[],
): Promise<O[]> {
  const key = `${db.getExecutor().adapter.constructor.name} ${name}`;
  let query = compiled.get(key) as CompiledQuery<O> | undefined;
  if (!query) {
    query = build();
    if (query.parameters.length !== parameters.length) {
      throw new RangeError(`the query ${name} takes ${query.parameters.length} parameters`);
    }
    // Kept by a server too, whose tables may get further columns meanwhile.
    if (/\*/.test(query.sql.replace(/\(\*\)/g, '')))
      throw new RangeError(`the query ${name} must name its columns`);
    compiled.set(key, query);
    if (!names.has(query.sql)) names.set(query.sql, `gateway_${names.size + 1}`);
  }
  const { rows } = await db.executeQuery<O>({ ...query, parameters });
  return rows;
}
