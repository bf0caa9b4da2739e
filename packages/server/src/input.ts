import { parse } from '@flight-offset/core';
import { requireStorable } from '@flight-offset/core/server';
import type * as z from 'zod';

/**
 * Reads input from outside. Refuses text that services cannot store here, where its field is known: a refusal by the
 * service would look like a passing failure.
 * @param root what to call the value itself in a message.
 * @throws ValidationError that names the first invalid field.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown, root?: string): z.output<S> {
  const input = parse(schema, value, root);
  requireStorable(input);
  return input;
}
