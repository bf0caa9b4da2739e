import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { breakLines } from './break-lines.ts';
import { DIRECTION_MARKS, MAIN_FACE, printable, type Weight } from './faces.ts';
import { type Direction, type Run, runsOf } from './runs.ts';

/** Colours of text, of secondary text and of rules. */
export const INK = '#141a24';
export const SOFT = '#5b6474';
export const LINE = '#dfe3ea';
/** Margins of an A4 page, points from its left and upper edge. */
export const LEFT = 64;
export const RIGHT = 531;
export const BOTTOM = 778;

/** Position of a text, points, as if the page were read from left to right; a right-to-left page is mirrored. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'end';
  /** Language of the text, if it is not the document's. */
  readonly lang?: string;
  /** Whether a header belongs to its row or to its column. */
  readonly scope?: 'Row' | 'Column';
}

/** Scripts whose letters are not drawn in reading order. */
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;

/** Style of a text. */
export interface Look {
  readonly weight?: Weight;
  readonly size: number;
  readonly colour: string;
}

/** An A4 document that is being written, tagged so that it can be read aloud. */
export interface Document {
  readonly pdf: PDFKit.PDFDocument;
  /** The root of its structure. */
  readonly body: PDFKit.PDFStructureElement;
  /** Sets the style of the texts after it. */
  look(look: Look): void;
  /**
   * Writes a text with its structure type for screen readers: `P`, `H1`, `TD`. Without a place, it spans the page below
   * the previous text.
   */
  write(parent: PDFKit.PDFStructureElement, type: string, text: string, place?: Place): void;
  /** Height of a text at a width, points. */
  heightOf(text: string, width: number): number;
  /** Left edge of a box of this width that begins at `x` on a page read from the left. */
  leftOf(x: number, width: number): number;
  /** Draws a line across the page. */
  rule(colour: string): void;
  /** Ends the document. @returns its bytes. */
  finish(): Promise<Uint8Array>;
}

/** Properties of a document besides its pages. */
export interface DocumentOptions {
  readonly title: string;
  /** Language of its text: `en-IN`. */
  readonly lang: string;
  /** Default: from left to right. */
  readonly direction?: Direction;
  /** Milliseconds since 1970; the same document has the same bytes. */
  readonly createdAt: number;
}

/** Begins a document with its first page. Its content is in memory until {@link Document.finish}. */
export function openDocument({ title, lang, direction = 'ltr', createdAt }: DocumentOptions): Document {
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
  let weight: Weight = 'regular';
  pdf.font(MAIN_FACE.files[weight]);

  /** Widths in the current look, by font and text: a line is measured once to break it and again to place it. */
  const widths = new Map<string, number>();
  function widthOf({ text, face }: Run): number {
    pdf.font(face.files[weight]);
    const key = `${face.files[weight]} ${text}`;
    const width = widths.get(key) ?? pdf.widthOfString(text, { features: [] });
    widths.set(key, width);
    return width;
  }
  /**
   * Returns the runs of a line. If a font fails at a mark, for example one after a space, the letters are drawn without
   * marks.
   */
  const drawnRuns = (line: string): Run[] =>
    runsOf(line, direction).map((run) => {
      const { text, face } = run;
      for (const one of [run, { face, text: text.replaceAll(/\p{Mark}/gu, '') }]) {
        try {
          widthOf(one);
          return one;
        } catch {
          // A single letter without an anchor for marks causes this.
        }
      }
      return { face: MAIN_FACE, text: '?'.repeat([...text].length) };
    });
  const measure = (text: string): number => drawnRuns(text).reduce((sum, run) => sum + widthOf(run), 0);
  const linesOf = (text: string, width: number): string[] => breakLines(text, width, measure);
  /** Fonts differ in height; lines keep the distance of the main one. */
  const lineHeight = (): number => pdf.font(MAIN_FACE.files[weight]).currentLineHeight(true);
  const leftOf = (x: number, width: number): number => (direction === 'rtl' ? LEFT + RIGHT - x - width : x);

  /**
   * Draws a line whose upper edge is at `pdf.y`.
   * @param isTurned whether its letters are not drawn in reading order: the text itself is then added.
   */
  function drawLine(
    given: string,
    { x, width, align }: Pick<Place, 'x' | 'width' | 'align'>,
    isTurned: boolean,
  ): void {
    const line = given.trimEnd();
    const height = lineHeight();
    if (pdf.y + height > pdf.page.maxY()) pdf.continueOnNewPage();
    const top = pdf.y;
    const ascent = ascentOf(pdf);
    const room = width - measure(line);
    const atRight = (align === 'end') !== (direction === 'rtl');
    let at = leftOf(x, width) + (atRight ? room : 0);
    if (isTurned) pdf.markContent('Span', { actual: given.replace(DIRECTION_MARKS, '') });
    const runs = drawnRuns(line);
    for (const [index, run] of runs.entries()) {
      const wide = widthOf(run);
      // Without the space at the end of a line, readers join its last word with the first of the next.
      const isSpaced = !isTurned && index === runs.length - 1 && given !== line;
      pdf.text(isSpaced ? `${run.text} ` : run.text, at, top + ascent - ascentOf(pdf), {
        lineBreak: false,
        features: [],
      });
      at += wide;
    }
    if (isTurned) endWhereDrawn();
    pdf.font(MAIN_FACE.files[weight]);
    pdf.y = top + height;
  }

  /** Ends a text with the coordinates and the font of its letters, from which some readers find its position. */
  function endWhereDrawn(): void {
    const { _font: font, _fontSize: size } = internalsOf(pdf);
    pdf.save();
    pdf.transform(1, 0, 0, -1, 0, pdf.page.height);
    pdf.addContent(`/${font.id} ${size} Tf`);
    pdf.endMarkedContent();
    pdf.restore();
  }

  return {
    pdf,
    body,
    leftOf,
    look(look) {
      widths.clear();
      weight = look.weight ?? 'regular';
      pdf.font(MAIN_FACE.files[weight]).fontSize(look.size).fillColor(look.colour);
    },
    write(parent, type, given, place) {
      const text = printable(given);
      const put = (): void => {
        // The text itself is added only if necessary: otherwise readers use its letters.
        const isTurned = text.trim() !== '' && (direction === 'rtl' || TURNED.test(text));
        if (place) pdf.y = place.y;
        for (const line of linesOf(text, place?.width ?? RIGHT - LEFT))
          drawLine(line, place ?? { x: LEFT, width: RIGHT - LEFT }, isTurned);
      };
      const { lang, scope } = place ?? {};
      const named = { ...(lang !== undefined && { lang }), ...(scope !== undefined && { scope }) };
      parent.add(pdf.struct(type, named, put));
    },
    heightOf: (text, width) => linesOf(printable(text), width).length * lineHeight(),
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

/** The library's data on the current font. */
interface Internals {
  readonly _font: { readonly ascender: number; readonly id: string };
  readonly _fontSize: number;
}

const internalsOf = (pdf: PDFKit.PDFDocument): Internals => pdf as unknown as Internals;

/** From the upper edge of a line to its baseline, in the current font. */
function ascentOf(pdf: PDFKit.PDFDocument): number {
  const { _font: font, _fontSize: size } = internalsOf(pdf);
  return (font.ascender / 1000) * size;
}
