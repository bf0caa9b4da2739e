/** A line of the table of an order's details. */
export interface ViewLine {
  readonly label: string;
  readonly value: string;
  /** Text in another language than the page's, before the note. */
  readonly foreign?: { readonly text: string; readonly language: string };
  readonly note?: string;
  readonly link?: string;
  readonly total?: boolean;
}
