import { fieldText, fieldTitle, harmless, isQuantity, type Row, showsCurrency } from './field.ts';

const GAP = '  ';

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of objects, which becomes a table of its own. */
function isList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, GAP);
}

/** Names of the fields that are shown: a currency stands with its amounts. */
function fieldsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.every(showsCurrency) ? names.filter((name) => name !== 'currency') : names;
}

/** A line per row under a line of headings; undefined where a row is wider than the terminal. */
function table(rows: readonly Row[], width: number): string | undefined {
  const names = fieldsOf(rows);
  const columns = names.map((name) => {
    const cells = [fieldTitle(name).toUpperCase(), ...rows.map((row) => fieldText(name, row[name], row))];
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

/** A line per field, lists below as tables. */
function record(row: Row, width: number): string {
  const names = fieldsOf([row]);
  const plain = names.filter((name) => !isList(row[name]));
  const widest = Math.max(0, ...plain.map((name) => fieldTitle(name).length));
  const lines = plain.map(
    (name) => `${fieldTitle(name).padEnd(widest)}${GAP}${fieldText(name, row[name], row)}`,
  );
  const lists = names.flatMap((name) => {
    const list = row[name];
    return isList(list) ? [`${fieldTitle(name)}:`, indent(listText(list, width - GAP.length))] : [];
  });
  return [...lines, ...lists].join('\n');
}

function listText(rows: readonly Row[], width: number): string {
  const nests = rows.some((row) => Object.values(row).some(isList));
  return (nests ? undefined : table(rows, width)) ?? rows.map((row) => record(row, width)).join('\n\n');
}

/**
 * What a command returns, for people: a list as a table, or row by row where that is too wide; an object field by field.
 * @param width columns of the terminal.
 */
export function forPeople(value: unknown, width: number): string {
  if (typeof value === 'string') return value.split('\n').map(harmless).join('\n');
  if (Array.isArray(value) && value.length === 0) return 'Nothing found.';
  if (isList(value)) return listText(value, width);
  if (Array.isArray(value)) return value.map((one) => harmless(String(one))).join('\n');
  return isRow(value) ? record(value, width) : harmless(String(value));
}
