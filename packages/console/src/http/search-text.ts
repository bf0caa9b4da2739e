/** Longer than anything that is found by it. */
const MAX_LENGTH = 300;

/** What a query searches for, as databases take it; undefined where it searches for nothing. */
export function searchText(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.replaceAll('\0', '').trim().slice(0, MAX_LENGTH) || undefined;
}
