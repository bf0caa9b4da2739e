import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * Returns SQL for whether a column has one of some values; the text does not depend on their number. Its parameter is
 * {@link oneOf}.
 */
export function isOneOf(engine: Engine, column: string, values: readonly string[]): RawBuilder<boolean> {
  const parameter = oneOf(engine, values);
  return engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${parameter})`
    : sql`${sql.ref(column)} in (select value from json_each(${parameter}))`;
}

/** Returns values as {@link isOneOf} passes them: for a kept text, in which only the parameters change. */
export function oneOf(engine: Engine, values: readonly string[]): readonly string[] | string {
  return engine === 'postgres' ? values : JSON.stringify(values);
}
