import {
  escapeControls,
  escapeControlsInLines,
  fieldText,
  fieldTitle,
  hasAmount,
  isMoney,
  isQuantity,
  parseIfJson,
  type Row,
  showsCurrency,
} from './field.ts';

const GAP = '  ';

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list of objects, which becomes a table. */
function isList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, GAP);
}

/** Returns the names of the shown fields: a currency is shown with its amounts. */
function fieldsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.every(showsCurrency) ? names.filter((name) => name !== 'currency') : names;
}

/** Returns undefined if a row is wider than the terminal. */
function tableText(rows: readonly Row[], width: number): string | undefined {
  const names = fieldsOf(rows);
  const columns = names.map((name) => {
    const cells = [
      fieldTitle(name).toUpperCase(),
      ...rows.map((row) => fieldText(name, row[name], row, 'minute')),
    ];
    const widest = Math.max(...cells.map((cell) => cell.length));
    const isRight =
      rows.some((row) => isQuantity(name, row[name])) && !rows.some((row) => typeof row[name] === 'string');
    return cells.map((cell) => (isRight ? cell.padStart(widest) : cell.padEnd(widest)));
  });
  const lines = [undefined, ...rows].map((_, index) =>
    columns
      .map((cells) => cells[index] ?? '')
      .join(GAP)
      .trimEnd(),
  );
  return lines.some((line) => line.length > width) ? undefined : lines.join('\n');
}

/** Whether a value is an object that is shown field by field, below its row. */
function isNested(value: unknown): value is Row {
  return isRow(value) && !isMoney(value) && Object.keys(value).length > 0;
}

/** Adds the row's currency to rows of a list within it whose amounts have none. */
function withCurrency({ currency }: Row, list: readonly Row[]): readonly Row[] {
  return currency === undefined ? list : list.map((row) => (hasAmount(row) ? { currency, ...row } : row));
}

/** A line per field; lists as tables and objects as records below. */
function recordText(row: Row, width: number): string {
  const fields = fieldsOf([row]).map((name) => [name, parseIfJson(row[name])] as const);
  const isLong = (value: unknown): value is readonly string[] =>
    isTexts(value) && value.join(', ').length > width / 2;
  const plain = fields.filter(([, value]) => !isList(value) && !isNested(value) && !isLong(value));
  const widest = Math.max(0, ...plain.map(([name]) => fieldTitle(name).length));
  const lines = plain.map(
    ([name, value]) => `${fieldTitle(name).padEnd(widest)}${GAP}${fieldText(name, value, row)}`,
  );
  const parts = fields.flatMap(([name, value]) => {
    const inner = width - GAP.length;
    if (isLong(value)) return [`${fieldTitle(name)}:`, indent(forPeople(value, inner))];
    if (isList(value)) return [`${fieldTitle(name)}:`, indent(listText(withCurrency(row, value), inner))];
    if (!isNested(value)) return [];
    return [
      `${fieldTitle(name)}:`,
      ...withCurrency(row, [value]).map((one) => indent(recordText(one, inner))),
    ];
  });
  return [...lines, ...parts].join('\n');
}

function listText(rows: readonly Row[], width: number): string {
  const nests = rows.some((row) => Object.values(row).some(isList));
  return (
    (nests ? undefined : tableText(rows, width)) ?? rows.map((row) => recordText(row, width)).join('\n\n')
  );
}

/**
 * Formats a result for people: a list as a table, or row by row if that is too wide; an object field by field.
 * @param width columns of the terminal.
 */
export function forPeople(value: unknown, width: number): string {
  if (typeof value === 'string') return escapeControlsInLines(value);
  if (Array.isArray(value) && value.length === 0) return 'Nothing found.';
  if (isList(value)) return listText(value, width);
  if (Array.isArray(value)) return value.map((one) => escapeControls(String(one))).join('\n');
  return isRow(value) ? recordText(value, width) : escapeControls(String(value));
}
