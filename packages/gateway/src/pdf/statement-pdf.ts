import type { Locale, StatementLine, StatementWithLines } from '@flight-offset/core';
import { decimalText } from '../csv/decimal-text.ts';
import { formatDate } from '../pages/format.ts';
import { isolated } from '../pages/punctuation.ts';
import { BOTTOM, type Document, INK, LEFT, LINE, openDocument, RIGHT, SOFT } from './document.ts';
import type { StatementPdf } from './statement-content.ts';

/** Statements are in English. */
const ENGLISH: Locale = { language: 'en', tag: 'en' };

/** Columns of the table: left edge and width, points. An order's identifier fits on one line. */
const COLUMNS = [
  { name: 'Date (UTC)', x: LEFT, width: 44 },
  { name: 'Type', x: 112, width: 47 },
  { name: 'Order', x: 162, width: 166 },
  { name: 'Your reference', x: 332, width: 80 },
  { name: 'kg CO2e', x: 416, width: 50, align: 'end' },
  { name: 'Amount', x: 470, width: RIGHT - 470, align: 'end' },
] as const;

/** Makes a statement as a PDF, A4: its title, its totals with tax, and its lines. It names no person. */
export async function statementPdf({ statement, merchantName, sandbox }: StatementPdf): Promise<Uint8Array> {
  const title = titleOf(statement);
  const createdAt = Date.parse(statement.closed_at ?? `${statement.period}-01T00:00:00Z`);
  const document = openDocument({ title: `${title}, ${merchantName}`, lang: 'en', createdAt });
  const { pdf, body, look, write, rule } = document;
  look({ size: 11, colour: SOFT });
  write(body, 'P', merchantName);
  look({ weight: 'bold', size: 20, colour: INK });
  write(body, 'H1', title);
  look({ size: 11, colour: SOFT });
  write(body, 'P', subtitleOf(statement));
  if (sandbox) write(body, 'P', 'Sandbox: no money was moved. This is not an invoice.');
  pdf.moveDown(1);
  const totals = pdf.struct('Table');
  body.add(totals);
  for (const total of totalsOf(statement)) printTotal(document, totals, total);
  rule(LINE);
  const left = statement.orders + statement.refunds - statement.lines.length;
  if (left > 0) {
    look({ size: 9.5, colour: SOFT });
    const much = `This statement has ${left} lines, too many to print.`;
    write(body, 'P', `${much} They are in its CSV, /offset-gateway/statements/${statement.id}.csv.`);
  } else printLines(document, statement);
  printFooters(document, title);
  return document.finish();
}

function titleOf({ number, currency }: StatementWithLines): string {
  return number === null ? `Open statement, ${currency}` : `Statement ${number}`;
}

function subtitleOf({ period, id, closed_at, paid_at }: StatementWithLines): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const on = (what: string, at: string | null): string[] =>
    at === null ? [] : [`${what} on ${formatDate(Date.parse(at), ENGLISH)}`];
  const states = [...on('closed', closed_at), ...on('paid', paid_at)];
  return [
    names.format(Date.UTC(year, month - 1)),
    ...(closed_at === null ? ['not closed yet'] : states),
    id,
  ].join(' · ');
}

type Total = readonly [label: string, value: string, weight?: 'bold'];

function totalsOf({ currency, total_minor, tax, orders, refunds }: StatementWithLines): Total[] {
  const amount = (minor: number): string => `${decimalText(minor, currency)} ${currency}`;
  const counts: Total[] = [
    ['Orders', String(orders)],
    ['Refunds', String(refunds)],
  ];
  if (!tax) return [...counts, ['Total', amount(total_minor), 'bold']];
  return [
    ...counts,
    ['Net', amount(tax.net_minor)],
    [`${isolated(tax.label)} ${tax.rate} %`, amount(tax.tax_minor)],
    ['Total, tax included', amount(tax.gross_minor), 'bold'],
    ...(tax.seller_id === undefined ? [] : [['Tax number of the seller', tax.seller_id] as const]),
  ];
}

function printTotal(
  { pdf, look, write, rule }: Document,
  table: PDFKit.PDFStructureElement,
  [label, value, weight]: Total,
): void {
  rule(weight ? INK : LINE);
  const row = pdf.struct('TR');
  table.add(row);
  const y = pdf.y;
  look({ weight: weight ?? 'regular', size: weight ? 14 : 11, colour: INK });
  write(row, 'TH', label, { x: LEFT, y, width: 230, scope: 'Row' });
  const below = pdf.y;
  write(row, 'TD', value, { x: 300, y, width: RIGHT - 300, align: 'end' });
  pdf.y = Math.max(below, pdf.y) + 6;
}

/** Returns the cells of a line, in the order of {@link COLUMNS}. */
function cellsOf(line: StatementLine, currency: string): string[] {
  const { kind, at, order_id, refund_id, reference = '', grams, amount_minor, product } = line;
  const type = kind === 'order' ? 'Order' : 'Refund';
  return [
    at.slice(0, 10),
    product === 'aviation_fuel' ? `${type}, aviation fuel` : type,
    refund_id === undefined ? order_id : `${order_id} ${refund_id}`,
    reference,
    String(grams / 1000),
    decimalText(amount_minor, currency),
  ];
}

function printLines(document: Document, { lines, currency }: StatementWithLines): void {
  const { pdf, body, look, rule } = document;
  if (lines.length === 0) return;
  pdf.moveDown(1);
  const table = pdf.struct('Table');
  body.add(table);
  const heading = (): void => {
    look({ weight: 'bold', size: 8, colour: INK });
    const names = COLUMNS.map(({ name }) => (name === 'Amount' ? `${name} (${currency})` : name));
    printRow(document, table, 'TH', names);
    look({ size: 8, colour: INK });
  };
  heading();
  for (const line of lines) {
    const cells = cellsOf(line, currency);
    if (pdf.y + rowHeight(document, cells) > BOTTOM) {
      pdf.addPage();
      heading();
    }
    rule(LINE);
    printRow(document, table, 'TD', cells);
  }
}

function rowHeight({ heightOf }: Document, cells: readonly string[]): number {
  return 12 + Math.max(...COLUMNS.map(({ width }, i) => heightOf(cells[i] ?? '', width)));
}

function printRow(
  { pdf, write }: Document,
  table: PDFKit.PDFStructureElement,
  type: 'TH' | 'TD',
  cells: readonly string[],
): void {
  const row = pdf.struct('TR');
  table.add(row);
  const y = pdf.y;
  let below = y;
  for (const [i, { name: _, ...place }] of COLUMNS.entries()) {
    write(row, type, cells[i] ?? '', { ...place, y, ...(type === 'TH' && { scope: 'Column' }) });
    below = Math.max(below, pdf.y);
  }
  pdf.y = below + 4;
}

/** Prints the page number and the number of pages below each page, hidden from screen readers. */
function printFooters({ pdf, look }: Document, title: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    look({ size: 8, colour: SOFT });
    const text = `${title} · page ${page - start + 1} of ${count}`;
    pdf.text(text, LEFT, BOTTOM + 20, { width: RIGHT - LEFT, align: 'right', lineBreak: false });
    pdf.endMarkedContent();
  }
}
