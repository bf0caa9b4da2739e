import { type Content, html } from '../http/html.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  cell(row: Row): Content;
  readonly number?: true;
  /** Left out where the screen is narrow. */
  readonly optional?: true;
}

/** A table of rows. It scrolls by itself where it is wider than its card, by keyboard too. @param label what it lists. */
export function table<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[]): Content {
  const classOf = ({ number, optional }: Column<Row>): string =>
    [number && 'number', optional && 'optional'].filter(Boolean).join(' ');
  const head = columns.map((column) => html`<th scope="col" class="${classOf(column)}">${column.name}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>${columns.map((column) => html`<td class="${classOf(column)}">${column.cell(row)}</td>`)}</tr>`,
  );
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** What stands in place of a table without rows. */
export function empty(text: string): Content {
  return html`<p class="empty">${text}</p>`;
}
