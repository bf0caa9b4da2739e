import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { REGULAR_FONT } from '../pages/font.ts';

/** Colours of text, of what is secondary, and of rules. */
export const INK = '#141a24';
export const SOFT = '#5b6474';
export const LINE = '#dfe3ea';
/** Margins of an A4 page, points from its left and upper edge. */
export const LEFT = 64;
export const RIGHT = 531;
export const BOTTOM = 778;

/** Characters the embedded font can print: Latin, Devanagari, general punctuation and ₹. */
const PRINTABLE = '\\u0020-\\u024f\\u0900-\\u097f\\u1e00-\\u1eff\\u2010-\\u2027\\u20b9';
const OTHERS = new RegExp(`[^${PRINTABLE}]`, 'gu');

/** A text as the embedded font can print it: without what would come out as boxes. It has no small two. */
export function printable(text: string): string {
  return text.replaceAll('₂', '2').replace(OTHERS, '');
}

/** Where a text goes, points; default: where the previous text ended. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'right';
}

/** A document that is being written, A4, tagged so that it can be read aloud. */
export interface Document {
  readonly pdf: PDFKit.PDFDocument;
  /** The root of its structure. */
  readonly body: PDFKit.PDFStructureElement;
  /** Writes a text, and what it is for whoever has it read aloud: `P`, `H1`, `TD`. */
  write(parent: PDFKit.PDFStructureElement, type: string, text: string, place?: Place): void;
  /** Draws a line across the page. */
  rule(colour: string): void;
  /** Ends the document. @returns its bytes. */
  finish(): Promise<Uint8Array>;
}

/** What is written into the document besides its pages. */
export interface DocumentOptions {
  readonly title: string;
  /** Language of its text: `en-IN`. */
  readonly lang: string;
  /** Milliseconds since 1970; the same document has the same bytes. */
  readonly createdAt: number;
}

/** Begins a document. */
export function openDocument({ title, lang, createdAt }: DocumentOptions): Document {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    lang,
    displayTitle: true,
    tagged: true,
    bufferPages: true,
    pdfVersion: '1.7',
    info: { Title: title, CreationDate: new Date(createdAt) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  const body = pdf.struct('Document');
  pdf.addStructure(body);
  pdf.font(REGULAR_FONT);

  return {
    pdf,
    body,
    write(parent, type, given, place) {
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
    },
    rule(colour) {
      pdf.markContent('Artifact', { type: 'Layout' });
      pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.75).strokeColor(colour).stroke();
      pdf.endMarkedContent();
      pdf.y += 7;
      pdf.x = LEFT;
    },
    async finish() {
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
