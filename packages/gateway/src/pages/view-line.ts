/** One line of the table of what is bought. */
export interface ViewLine {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly link?: string;
  readonly total?: boolean;
}
