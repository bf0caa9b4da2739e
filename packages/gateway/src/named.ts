/** Identifiers in a line; of more than `most`, the first, and how many more. */
export function named(ids: readonly string[], most = 20): string {
  const all = [...new Set(ids)];
  const more = all.length > most ? ` and ${all.length - most} more` : '';
  return `${all.slice(0, most).join(', ')}${more}`;
}
