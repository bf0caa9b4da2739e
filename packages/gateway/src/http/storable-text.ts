import { ValidationError } from '@flight-offset/core';

/**
 * Makes sure that every text in a value can be stored and read unchanged: no NUL, no half of a surrogate pair.
 * @throws ValidationError which names the field.
 */
export function requireStorableText(value: unknown, field = 'body'): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new ValidationError(field, 'must not hold the character U+0000');
    if (!value.isWellFormed()) throw new ValidationError(field, 'must be well-formed Unicode');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      requireStorableText(inner, field === 'body' ? key : `${field}.${key}`);
    }
  }
}
