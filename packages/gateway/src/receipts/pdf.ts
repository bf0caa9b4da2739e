import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { toBuffer } from 'qrcode';
import { BOLD_FONT, REGULAR_FONT } from '../pages/font.ts';
import { fill, LANGUAGES, type Language } from '../pages/messages.ts';
import { type OrderView, orderLine, type ViewLine, viewLines } from '../pages/order-view.ts';

const INK = '#141a24';
const SOFT = '#5b6474';
const LINE = '#dfe3ea';
const LEFT = 64;
const RIGHT = 531;
/** Width of the code, points: large enough to be read off a screen. */
const CODE = 170;
/** Width of the code of a receipt with a proof. */
const LARGE_CODE = 270;
/** Maximum characters of a code; a receipt with the proofs of several projects may be longer, and has none. */
const MAX_CODE = 2900;

/** What a printed receipt holds besides the order. */
export interface ReceiptPdf {
  readonly view: OrderView;
  readonly language: Language;
  /** The signed receipt, for the code. */
  readonly jws: string;
  readonly keysUrl: string;
  readonly sandbox: boolean;
}

/** Characters the embedded font can print: Latin, Devanagari, general punctuation and ₹. */
const PRINTABLE = '\\u0020-\\u024f\\u0900-\\u097f\\u1e00-\\u1eff\\u2010-\\u2027\\u20b9';
const OTHERS = new RegExp(`[^${PRINTABLE}]`, 'gu');

/** A text as the embedded font can print it: without what would come out as boxes. It has no small two. */
function printable(text: string): string {
  return text.replaceAll('₂', '2').replace(OTHERS, '');
}

/** A receipt as a PDF of one page, A4, tagged so that it can be read aloud. */
export async function receiptPdf(options: ReceiptPdf): Promise<Uint8Array> {
  const { view, language, jws, keysUrl, sandbox } = options;
  const m = LANGUAGES[language];
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    lang: language === 'hi' ? 'hi-IN' : 'en-IN',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: `${m.receipt} ${view.order.id}`, CreationDate: new Date(view.order.settled_at ?? 0) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  const { write, printLine, rule } = writer(pdf);

  pdf.font(REGULAR_FONT).fontSize(11).fillColor(SOFT);
  write(body, 'P', view.merchant.name);
  pdf.font(BOLD_FONT).fontSize(20).fillColor(INK);
  write(body, 'H1', m.receipt);
  // A name of which a part cannot be printed is left out as a whole.
  const name = view.order.user_name ?? '';
  const whose = printable(name) === name ? view : { ...view, order: { ...view.order, user_name: null } };
  pdf.font(REGULAR_FONT).fontSize(11).fillColor(SOFT);
  write(body, 'P', orderLine(whose, language));
  pdf.fontSize(9.5);
  if (sandbox) write(body, 'P', m.sandboxNote);
  pdf.moveDown(1);
  const table = pdf.struct('Table');
  body.add(table);
  for (const line of viewLines(view, language)) printLine(table, line);
  rule(LINE);
  pdf.font(REGULAR_FONT).fontSize(10).fillColor(SOFT);
  write(body, 'P', m.notACancellation, { x: LEFT, y: pdf.y, width: RIGHT - LEFT });
  pdf.moveDown(1.5);
  const top = pdf.y;
  const check = fill(m.receiptCheck, { address: keysUrl });
  if (jws.length > MAX_CODE) {
    write(body, 'P', check, { x: LEFT, y: top, width: RIGHT - LEFT });
  } else {
    // A receipt with a proof is longer: its code needs more room to be read.
    const width = jws.length > 1200 ? LARGE_CODE : CODE;
    const code = await toBuffer(jws, { errorCorrectionLevel: 'L', margin: 0, scale: 4 });
    const picture = (): unknown => pdf.image(code, LEFT, top, { width });
    body.add(pdf.struct('Figure', { alt: m.receiptQr }, () => void picture()));
    const beside = { x: LEFT + width + 20, width: RIGHT - LEFT - width - 20 };
    write(body, 'P', check, { ...beside, y: top });
    pdf.moveDown(0.5);
    write(body, 'P', m.receiptQr, { ...beside, y: pdf.y });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Where a text goes, points; default: where the previous text ended. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'right';
}

/** Writes the parts of a receipt, each with what it is for whoever has it read aloud. */
function writer(pdf: PDFKit.PDFDocument): {
  write(parent: PDFKit.PDFStructureElement, type: string, text: string, place?: Place): void;
  printLine(table: PDFKit.PDFStructureElement, line: ViewLine): void;
  rule(colour: string): void;
} {
  function write(parent: PDFKit.PDFStructureElement, type: string, given: string, place?: Place): void {
    const text = printable(given);
    const { x, y, ...layout } = place ?? {};
    const put = (): void => {
      // Letters of Devanagari stand in another order than they are spoken: the text itself goes with them.
      pdf.markContent('Span', { actual: text });
      if (x === undefined || y === undefined) pdf.text(text);
      else pdf.text(text, x, y, layout);
      pdf.endMarkedContent();
    };
    parent.add(pdf.struct(type, {}, put));
  }

  /** One line of the table: what it is, how much, and below both what there is to say of it. */
  function printLine(
    table: PDFKit.PDFStructureElement,
    { label, value, note, total = false }: ViewLine,
  ): void {
    rule(total ? INK : LINE);
    const row = pdf.struct('TR');
    table.add(row);
    const y = pdf.y;
    pdf.font(total ? BOLD_FONT : REGULAR_FONT).fontSize(total ? 14 : 11);
    pdf.fillColor(INK);
    write(row, 'TH', label, { x: LEFT, y, width: value === '' ? RIGHT - LEFT : 230 });
    let below = pdf.y;
    if (value !== '') write(row, 'TD', value, { x: 300, y, width: RIGHT - 300, align: 'right' });
    below = Math.max(below, pdf.y);
    if (note !== undefined) {
      pdf.font(REGULAR_FONT).fontSize(9.5).fillColor(SOFT);
      write(row, 'TD', note, { x: LEFT, y: below, width: RIGHT - LEFT });
      below = pdf.y;
    }
    pdf.y = below + 6;
  }

  function rule(colour: string): void {
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.75).strokeColor(colour).stroke();
    pdf.endMarkedContent();
    pdf.y += 7;
    pdf.x = LEFT;
  }

  return { write, printLine, rule };
}
