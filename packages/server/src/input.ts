import { parse } from '@flight-offset/core';
import { requireStorable } from '@flight-offset/core/server';
import type * as z from 'zod';

/**
 * Reads input from outside. Text that services cannot store is refused here, where its field is known: their refusal of it
 * would look like a failure of theirs, which passes.
 * @param root what to call the value itself in a message.
 * @throws ValidationError which names the first invalid field.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown, root?: string): z.output<S> {
  const input = parse(schema, value, root);
  requireStorable(input);
  return input;
}
