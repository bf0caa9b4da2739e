/** Longer than any text that a search can find. */
const MAX_LENGTH = 300;

/** Reads the search text of a query, as databases take it; undefined if there is none. */
export function searchText(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.replaceAll('\0', '').trim().slice(0, MAX_LENGTH) || undefined;
}
