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
function isPrintable(text: string): boolean {
  return /^[\u0020-\u024f\u0900-\u097f\u1e00-\u1eff\u2010-\u2027\u20b9]*$/u.test(text);
}

/** The embedded font has no small two. */
function printable(text: string): string {
  return text.replaceAll('₂', '2');
}

/** A receipt as a PDF of one page, A4. */
export async function receiptPdf(options: ReceiptPdf): Promise<Uint8Array> {
  const { view, language, jws, keysUrl, sandbox } = options;
  const m = LANGUAGES[language];
  const lang = language === 'hi' ? 'hi-IN' : 'en-IN';
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    lang,
    displayTitle: true,
    info: { Title: `${m.receipt} ${view.order.id}`, CreationDate: new Date(view.order.settled_at ?? 0) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');

  pdf.font(REGULAR_FONT).fontSize(11).fillColor(SOFT).text(view.merchant.name);
  pdf.font(BOLD_FONT).fontSize(20).fillColor(INK).text(m.receipt);
  // A name in a script the font does not hold is left out: better than boxes.
  const named = isPrintable(view.order.user_name ?? '');
  const whose = named ? view : { ...view, order: { ...view.order, user_name: null } };
  pdf.font(REGULAR_FONT).fontSize(11).fillColor(SOFT).text(orderLine(whose, language));
  if (sandbox) pdf.fontSize(9.5).text(m.sandboxNote);
  pdf.moveDown(1);
  for (const line of viewLines(view, language)) printLine(pdf, line);
  rule(pdf, LINE);
  pdf.font(REGULAR_FONT).fontSize(10).fillColor(SOFT);
  pdf.text(m.notACancellation, LEFT, pdf.y, { width: RIGHT - LEFT });
  pdf.moveDown(1.5);
  const code = await toBuffer(jws, { errorCorrectionLevel: 'L', margin: 0, scale: 4 });
  const top = pdf.y;
  pdf.image(code, LEFT, top, { width: CODE });
  const beside = { width: RIGHT - LEFT - CODE - 20 };
  pdf.text(fill(m.receiptCheck, { address: keysUrl }), LEFT + CODE + 20, top, beside);
  pdf.moveDown(0.5).text(m.receiptQr, beside);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** One line of the table: what it is, how much, and below both what there is to say of it. */
function printLine(pdf: PDFKit.PDFDocument, { label, value, note, total = false }: ViewLine): void {
  rule(pdf, total ? INK : LINE);
  const top = pdf.y;
  pdf.font(total ? BOLD_FONT : REGULAR_FONT).fontSize(total ? 14 : 11);
  pdf.fillColor(INK).text(printable(value), 300, top, { width: RIGHT - 300, align: 'right' });
  const below = pdf.y;
  pdf.text(label, LEFT, top, { width: value === '' ? RIGHT - LEFT : 230 });
  if (note !== undefined) {
    pdf.font(REGULAR_FONT).fontSize(9.5).fillColor(SOFT);
    pdf.text(printable(note), LEFT, pdf.y, { width: RIGHT - LEFT });
  }
  pdf.y = Math.max(pdf.y, below) + 6;
}

function rule(pdf: PDFKit.PDFDocument, colour: string): void {
  pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.75).strokeColor(colour).stroke();
  pdf.y += 7;
  pdf.x = LEFT;
}
