/** A part of a list that is too long for one page. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; undefined on the last. */
  readonly next: string | undefined;
}
