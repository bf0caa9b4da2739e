/**
 * Identifiers in a line; of more than `most`, the first, and how many more.
 * @param limit how many were looked for: of so many there may be others.
 */
export function named(ids: readonly string[], most = 20, limit = Number.POSITIVE_INFINITY): string {
  const all = [...new Set(ids)];
  const least = ids.length < limit ? '' : 'at least ';
  const more = all.length > most ? ` and ${least}${all.length - most} more` : '';
  return `${all.slice(0, most).join(', ')}${more}`;
}
