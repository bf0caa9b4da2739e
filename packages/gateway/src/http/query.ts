import { parse, ValidationError } from '@flight-offset/core';
import { requireStorable } from '@flight-offset/core/server';
import type * as z from 'zod';
import { Problem } from '../problem.ts';

/**
 * Reads the query of a URL. Unknown parameters are ignored.
 * @throws Problem 40003 if one is given twice or is invalid.
 */
export function parseQuery<S extends z.ZodType>(schema: S, url: string): z.output<S> {
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of new URL(url).searchParams) {
    if (name in given) throw new Problem(40003, `${name}: is given twice; give it once.`);
    given[name] = value;
  }
  try {
    requireStorable(given);
    return parse(schema, { ...given }, 'query');
  } catch (error) {
    if (error instanceof ValidationError) throw new Problem(40003, error.message);
    throw error;
  }
}
