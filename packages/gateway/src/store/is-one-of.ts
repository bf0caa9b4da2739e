import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';

/** Whether a column has one of some values, in a text which does not depend on their number. */
export function isOneOf(engine: Engine, column: string, values: readonly string[]): RawBuilder<boolean> {
  return engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}
