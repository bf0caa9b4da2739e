import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { Tx } from './transaction.ts';

const compiled = new Map<string, CompiledQuery>();

/**
 * Runs a query whose text is built once and then kept: building it costs more than running it. For the few queries
 * which every request asks.
 * @param name names the text; another text needs another name.
 * @param build builds the query with the very parameters given; called once a name and engine.
 * @param parameters in the order of the text.
 */
export async function prepared<O>(
  db: Tx | Kysely<Schema>,
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
    compiled.set(key, query);
  }
  const { rows } = await db.executeQuery<O>({ ...query, parameters });
  return rows;
}
