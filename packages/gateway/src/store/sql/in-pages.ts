/** Goes through rows in pages, each small enough for one statement. @param size rows per page. */
export function* inPages<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
