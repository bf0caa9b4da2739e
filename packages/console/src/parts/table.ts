import { type Content, html } from '../http/html.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  cell(row: Row): Content;
  readonly number?: true;
}

/**
 * Renders a table of rows; a column without values is left out. On a narrow screen, each row becomes a block of lines
 * with the names of the columns, and nothing is left out; the roles are spelled out, since browsers remove them from
 * tables that are displayed in another way.
 * @param label of the list.
 * @param none content shown if there are no rows.
 */
export function table<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none?: string,
): Content {
  if (none !== undefined && rows.length === 0) return empty(none);
  const classOf = ({ number }: Column<Row>): string => (number ? 'number' : '');
  const cellsOf = new Map(columns.map((column) => [column, rows.map((row) => column.cell(row))]));
  const shown = columns.filter((column) => cellsOf.get(column)?.some((cell) => cell !== ''));
  const head = shown.map(
    (column) =>
      html`<th role="columnheader" scope="col" class="${classOf(column)}" data-column="${column.name}">${column.name}</th>`,
  );
  const body = rows.map((_, index) => {
    const cells = shown.map(
      (column) =>
        html`<td role="cell" class="${classOf(column)}" data-column="${column.name}"><div>${cellsOf.get(column)?.[index]}</div></td>`,
    );
    return html`<tr role="row">${cells}</tr>`;
  });
  return html`<div class="table"><table role="table" aria-label="${label}"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table></div>`;
}

/** Renders the text that replaces a table without rows. */
export function empty(text: string): Content {
  return html`<p class="empty">${text}</p>`;
}
