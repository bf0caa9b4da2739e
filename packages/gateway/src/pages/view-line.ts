/** One line of the table of what is bought. */
export interface ViewLine {
  readonly label: string;
  readonly value: string;
  /** Stands before the note, in another language than the page. */
  readonly foreign?: { readonly text: string; readonly language: string };
  readonly note?: string;
  readonly link?: string;
  readonly total?: boolean;
}
