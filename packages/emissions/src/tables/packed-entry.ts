/**
 * How single entries of a list in the data modules are found without taking the list apart: searching the text takes
 * microseconds, where making a map of it would delay the first estimate.
 */

/** The entry of `list` that begins at `start`. */
function entryAt(list: string, separator: string, start: number): string {
  const end = list.indexOf(separator, start);
  return end < 0 ? list.slice(start) : list.slice(start, end);
}

/**
 * The entry of `list` that begins with `key`; undefined when none does. Entries are parted by one character, which
 * no key holds.
 */
export function packedEntry(list: string, separator: string, key: string): string | undefined {
  if (list.startsWith(key)) return entryAt(list, separator, 0);
  const before = list.indexOf(separator + key);
  return before < 0 ? undefined : entryAt(list, separator, before + 1);
}

/** All entries of `list` that begin with `key`, in their order; see {@link packedEntry}. */
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

/** Where the row that begins with `key` begins in `rows`, each of `width` characters; -1 when none does. */
export function packedRow(rows: string, width: number, key: string): number {
  let at = rows.indexOf(key);
  while (at >= 0 && at % width !== 0) at = rows.indexOf(key, at + 1);
  return at;
}
