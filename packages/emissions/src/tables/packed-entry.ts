/**
 * Finds single entries of a list in the data modules without splitting the list: searching the text takes microseconds,
 * while making a map of it would delay the first estimate.
 */

/** Returns the entry of `list` that begins at `start`. */
function entryAt(list: string, separator: string, start: number): string {
  const end = list.indexOf(separator, start);
  return end < 0 ? list.slice(start) : list.slice(start, end);
}

/**
 * Returns the entry of `list` that begins with `key`; undefined if none does. Entries are separated by one character,
 * which no key contains.
 */
export function packedEntry(list: string, separator: string, key: string): string | undefined {
  if (list.startsWith(key)) return entryAt(list, separator, 0);
  const before = list.indexOf(separator + key);
  return before < 0 ? undefined : entryAt(list, separator, before + 1);
}

/** Returns all entries of `list` that begin with `key`, in their order; see {@link packedEntry}. */
export function packedEntries(list: string, separator: string, key: string): string[] {
  const entries = list.startsWith(key) ? [entryAt(list, separator, 0)] : [];
  for (
    let before = list.indexOf(separator + key);
    before >= 0;
    before = list.indexOf(separator + key, before + 1)
  )
    entries.push(entryAt(list, separator, before + 1));
  return entries;
}

/** Returns the start of the row that begins with `key` in `rows`, each of `width` characters; -1 if none does. */
export function packedRow(rows: string, width: number, key: string): number {
  let at = rows.indexOf(key);
  while (at >= 0 && at % width !== 0) at = rows.indexOf(key, at + 1);
  return at;
}
