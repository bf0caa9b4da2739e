/**
 * Puts values into a text: `fill('{from} to {to}', { from, to })`. Values may be text or anything else that a
 * template renders. Returns a list of parts, in order, which Lit renders and `join('')` turns into text.
 */
export function fill<T>(text: string, values: Readonly<Record<string, T>>): (string | T)[] {
  return text.split(/[{}]/).map((part, index) => (index % 2 ? values[part]! : part));
}
