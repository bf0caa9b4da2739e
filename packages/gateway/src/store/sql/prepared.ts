import type { CompiledQuery, DialectAdapter, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Texts by the engine's adapter, then by name. A name is looked up as given: composing one costs more than the look-up.
 */
const compiled = new WeakMap<DialectAdapter['constructor'], Map<string, CompiledQuery>>();
const names = new Map<string, string>();

/** Has servers keep the statement of a text without parameters. @returns the text. */
export function keepStatement(text: string): string {
  if (!names.has(text)) names.set(text, `gateway_${names.size + 1}`);
  return text;
}

/**
 * Returns the name under which a server may keep a text of {@link prepared} or {@link keepStatement}; undefined for
 * others.
 */
export function statementName(text: string): string | undefined {
  return names.get(text);
}

/**
 * Runs a query whose text is built once and then kept: building it costs more than running it. For the few queries that
 * every request runs.
 * @param name names the text; another text needs another name.
 * @param build builds the query with exactly the given parameters; called once per name and engine.
 * @param parameters in the order of the text.
 */
export async function prepared<O>(
  db: Kysely<Schema>,
  name: string,
  build: () => CompiledQuery<O>,
  parameters: readonly unknown[],
): Promise<O[]> {
  const queries = queriesOf(db.getExecutor().adapter.constructor);
  let query = queries.get(name) as CompiledQuery<O> | undefined;
  if (!query) {
    query = build();
    if (query.parameters.length !== parameters.length) {
      throw new RangeError(`the query ${name} takes ${query.parameters.length} parameters`);
    }
    // The server keeps the statement too, and its tables may get further columns meanwhile.
    if (/\*/.test(query.sql.replace(/\(\*\)/g, '')))
      throw new RangeError(`the query ${name} must name its columns`);
    queries.set(name, query);
    keepStatement(query.sql);
  }
  const { rows } = await db.executeQuery<O>({ ...query, parameters });
  return rows;
}

function queriesOf(engine: DialectAdapter['constructor']): Map<string, CompiledQuery> {
  const known = compiled.get(engine) ?? new Map<string, CompiledQuery>();
  compiled.set(engine, known);
  return known;
}
