import { Refusal } from '../service/refusal.ts';

/** Maximum size of a form, bytes. */
const MAX_FORM_BYTES: number = 64 * 1024;
/**
 * Maximum size of a form that anyone may send, bytes: such forms have two short fields, and hundreds of large ones
 * could arrive at once.
 */
export const MAX_SIGN_IN_BYTES = 4096;
/**
 * Maximum number of fields of a form. No page has so many; reading tens of thousands, from anyone, would keep others
 * waiting.
 */
const MAX_FIELDS = 100;

/** Values typed into a form: from the query of its confirmation page, or from the form that this page sends. */
export interface Fields {
  get(name: string): string | null | undefined;
  has(name: string): boolean;
}

/**
 * Reads the fields of a form. Spaces around a value are not part of it.
 * @throws Refusal for another content type, a field given twice, or text that cannot be stored.
 */
export function readForm(
  contentType: string | null,
  body: Uint8Array,
  maxBytes: number = MAX_FORM_BYTES,
): ReadonlyMap<string, string> {
  if (body.length === 0) return new Map();
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType ?? ''))
    throw new Refusal('This page accepts forms only.');
  if (body.length > maxBytes) throw new Refusal('The form is too large.');
  const text = new TextDecoder().decode(body);
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new Refusal('The form has too many fields.');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new Refusal(`${name} was sent twice.`);
    if (value.includes('\0')) throw new Refusal(`${name} contains characters that cannot be stored.`);
    fields.set(name, value.trim());
  }
  return fields;
}
