/** How one entry of a list in the data modules is found without taking the list apart. */

/**
 * The entry of `list` that begins with `key`; undefined when none does. Entries are parted by one character, which
 * no key holds. Searching the text takes microseconds, where making a map of it would hold up the first estimate.
 */
export function packedEntry(list: string, separator: string, key: string): string | undefined {
  const start = list.startsWith(key) ? 0 : list.indexOf(separator + key) + 1;
  if (start === 0 && !list.startsWith(key)) return undefined;
  const end = list.indexOf(separator, start);
  return end < 0 ? list.slice(start) : list.slice(start, end);
}
