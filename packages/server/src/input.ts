import { parse, ValidationError } from '@flight-offset/core';
import type * as z from 'zod';

/**
 * Reads input from outside. Text that services cannot store is refused here, where its field is known: their refusal of it
 * would look like a failure of theirs, which passes.
 * @param root what to call the value itself in a message.
 * @throws ValidationError which names the first invalid field.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown, root?: string): z.output<S> {
  const input = parse(schema, value, root);
  requireStorable(input, '');
  return input;
}

/** Whether services can store a text: without NUL, and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !(text.includes('\0') || /\p{Surrogate}/u.test(text));
}

function requireStorable(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new ValidationError(field, 'must be well-formed Unicode without U+0000');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) requireStorable(inner, field ? `${field}.${key}` : key);
  }
}
