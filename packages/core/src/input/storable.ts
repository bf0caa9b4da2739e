import { fieldIn, ValidationError } from './validation.ts';

/**
 * Whether databases can store a text and return it unchanged: it has no NUL and no half of a surrogate pair.
 * @example
 * isStorable('Zürich'); // true
 */
export function isStorable(text: string): boolean {
  return !(text.includes('\0') || /\p{Surrogate}/u.test(text));
}

/**
 * Requires that every text in a value, its keys included, is {@link isStorable}.
 * @param field name of the value itself; by default its fields are named alone.
 * @throws ValidationError that names the field.
 * @example
 * requireStorable({ user: { name: 'A\0' } }); // ValidationError: user.name must not hold the character U+0000
 */
export function requireStorable(value: unknown, field = ''): void {
  if (typeof value === 'string') requireStorableText(value, field);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    // Keys of the value itself are not checked: unknown fields are ignored, whatever their name.
    if (field && !isStorable(key))
      throw new ValidationError(field, 'has a key that holds U+0000 or is no well-formed Unicode');
    requireStorable(inner, fieldIn(field, Array.isArray(value) ? Number(key) : key));
  }
}

function requireStorableText(text: string, field: string): void {
  if (text.includes('\0')) throw new ValidationError(field, 'must not hold the character U+0000');
  if (!isStorable(text)) throw new ValidationError(field, 'must be well-formed Unicode');
}
