/**
 * Lists identifiers on one line: if there are more than `most`, the first of them and the number of others.
 * @param limit maximum of the search that found them: if it was reached, there may be more.
 */
export function formatIds(ids: readonly string[], most = 20, limit = Number.POSITIVE_INFINITY): string {
  const all = [...new Set(ids)];
  const least = ids.length < limit ? '' : 'at least ';
  const more = all.length > most ? ` and ${least}${all.length - most} more` : '';
  return `${all.slice(0, most).join(', ')}${more}`;
}
