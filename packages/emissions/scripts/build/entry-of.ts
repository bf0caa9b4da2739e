/** A map that makes what is missing. */

/** The value of a key; made by `make`, and kept, where there is none. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}
