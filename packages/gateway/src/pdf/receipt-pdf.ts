import { directionOf, type Locale } from '@flight-offset/core';
import { formattingTag } from '../pages/format.ts';
import { legalLinks, sellerLine, withdrawalLink } from '../pages/legal-pages.ts';
import { fill } from '../pages/messages/fill.ts';
import { orderLine } from '../pages/order-line.ts';
import type { OrderView } from '../pages/order-view.ts';
import { wordsFor } from '../pages/product-words.ts';
import { isolated, signOf } from '../pages/punctuation.ts';
import type { ViewLine } from '../pages/view-line.ts';
import { viewLines } from '../pages/view-lines.ts';
import { BOTTOM, type Document, INK, LEFT, LINE, openDocument, RIGHT, SOFT } from './document.ts';
import { drawCode } from './draw-code.ts';
import { printable } from './faces.ts';

/** Width of the code, points: large enough to be scanned from a screen. */
const CODE = 170;
/** Width of the code of a receipt with a proof. */
const LARGE_CODE = 270;
/** Maximum characters of a code; a receipt with the proofs of several projects may be longer, and has none. */
const MAX_CODE = 2900;

/** Content of a printed receipt. */
export interface ReceiptPdf {
  readonly view: OrderView;
  readonly locale: Locale;
  /** The signed receipt, for the code. */
  readonly jws: string;
  readonly keysUrl: string;
  readonly sandbox: boolean;
}

/** Makes a receipt as a PDF, A4, of one page unless it has many retirements, tagged so that it can be read aloud. */
export async function receiptPdf(options: ReceiptPdf): Promise<Uint8Array> {
  const { view, locale, jws, keysUrl, sandbox } = options;
  const m = wordsFor(view.order, locale);
  const document = openDocument({
    title: `${m.receipt} ${view.order.id}`,
    lang: formattingTag(locale),
    direction: directionOf(locale.language),
    createdAt: view.order.settled_at ?? 0,
  });
  const { pdf, body, look, write, rule } = document;

  look({ size: 11, colour: SOFT });
  write(body, 'P', isolated(view.merchant.name));
  look({ weight: 'bold', size: 20, colour: INK });
  write(body, 'H1', m.receipt);
  const shown = withPrintableNames(view);
  look({ size: 11, colour: SOFT });
  write(body, 'P', orderLine(shown, locale));
  look({ size: 9.5, colour: SOFT });
  if (sandbox) write(body, 'P', m.sandboxNote);
  pdf.moveDown(1);
  const table = pdf.struct('Table');
  body.add(table);
  for (const line of viewLines(shown, locale)) printLine(document, table, line);
  rule(LINE);
  look({ size: 10, colour: SOFT });
  for (const text of [m.notACancellation, ...legalLines(view, locale)])
    write(body, 'P', text, { x: LEFT, y: pdf.y, width: RIGHT - LEFT });
  pdf.moveDown(1.5);
  // A receipt with a proof is longer: its code must be larger to be legible.
  const width = jws.length > 1200 ? LARGE_CODE : CODE;
  if (pdf.y + width > BOTTOM) pdf.addPage();
  const top = pdf.y;
  const check = fill(m.receiptCheck, { address: keysUrl });
  if (jws.length > MAX_CODE) {
    write(body, 'P', check, { x: LEFT, y: top, width: RIGHT - LEFT });
  } else {
    const place = { x: document.leftOf(LEFT, width), y: top, width };
    body.add(pdf.struct('Figure', { alt: m.receiptQr }, () => drawCode(pdf, jws, place)));
    const beside = { x: LEFT + width + 20, width: RIGHT - LEFT - width - 20 };
    write(body, 'P', check, { ...beside, y: top });
    pdf.moveDown(0.5);
    write(body, 'P', m.receiptQr, { ...beside, y: pdf.y });
  }
  return document.finish();
}

/** Returns the seller and its legal pages: a saved receipt must still state them. */
function legalLines(view: OrderView, locale: Locale): string[] {
  const { merchant, order } = view;
  const seller = sellerLine(merchant, locale);
  const links = [...legalLinks(merchant, locale, order.id), withdrawalLink(view, locale)];
  return [
    ...(seller === undefined ? [] : [seller]),
    ...links.flatMap((link) => (link ? [link.text + signOf('colon', locale) + isolated(link.url)] : [])),
  ];
}

/** Leaves out a name as a whole if a part of it cannot be printed. */
function withPrintableNames(view: OrderView): OrderView {
  const isWhole = (name: string): boolean => printable(name) === name;
  const { user_name } = view.order;
  const order = { ...view.order, user_name: user_name !== null && isWhole(user_name) ? user_name : null };
  return { ...view, order, publishers: view.publishers.filter(isWhole) };
}

/** Prints a line of the table: its name, its value, and a note below both. */
function printLine(
  { pdf, look, write, rule }: Document,
  table: PDFKit.PDFStructureElement,
  { label, value, foreign, note, total = false }: ViewLine,
): void {
  // A row is not split over two pages.
  if (pdf.y + 3 * pdf.currentLineHeight(true) > BOTTOM) pdf.addPage();
  rule(total ? INK : LINE);
  const row = pdf.struct('TR');
  table.add(row);
  const y = pdf.y;
  look({ weight: total ? 'bold' : 'regular', size: total ? 14 : 11, colour: INK });
  write(row, 'TH', label, { x: LEFT, y, width: value === '' ? RIGHT - LEFT : 230, scope: 'Row' });
  // Each row has one cell beside its header, as screen readers expect.
  const cell = pdf.struct('TD');
  row.add(cell);
  let below = pdf.y;
  if (value !== '') write(cell, 'P', value, { x: 300, y, width: RIGHT - 300, align: 'end' });
  below = Math.max(below, pdf.y);
  look({ size: 9.5, colour: SOFT });
  if (foreign) {
    const place = { x: LEFT, y: below, width: RIGHT - LEFT };
    write(cell, 'P', isolated(foreign.text), { ...place, lang: foreign.language });
    below = pdf.y;
  }
  if (note !== undefined) {
    write(cell, 'P', note, { x: LEFT, y: below, width: RIGHT - LEFT });
    below = pdf.y;
  }
  pdf.y = below + 6;
}
