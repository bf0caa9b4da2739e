import { inflateSync } from 'node:zlib';

/** Returns the texts of a PDF, in the order in which they are read aloud. */
export function pdfTexts(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1');
  const fonts = new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(file, id)]),
  );
  return pdfStreams(pdf).flatMap((page) =>
    [...page.matchAll(MARKED)].map(([, content = '']) => {
      const actual = [...content.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)];
      return actual.length === 0
        ? textShownBy(content, fonts)
        : actual.map(([, line = '']) => decode(line)).join('');
    }),
  );
}

/** Returns the readable streams of a PDF, which include its pages. */
export function pdfStreams(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1');
  return [...file.matchAll(/stream\r?\n/g)].map(({ 0: mark, index }) => inflated(file, index + mark.length));
}

/** An element of the document's structure, up to the next one. */
const MARKED = /\/\w+ <<\s\/MCID \d+\s>> BDC(.*?)(?=\/(?:\w+ <<\s\/MCID|Artifact)|$)/gs;

/** Returns a stream of a file; empty if it is not compressed, or is the end of one. */
function inflated(file: string, at: number): string {
  try {
    return inflateSync(Buffer.from(file.slice(at), 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

/** Returns the characters of a font by the number that a page uses for them. */
function lettersOf(file: string, font: string): readonly string[] {
  const map = new RegExp(`\\n${font} 0 obj\\s<<[^>]*/ToUnicode (\\d+) 0 R`).exec(file)?.[1];
  const object = file.indexOf(`\n${map} 0 obj`);
  const stream = inflated(file, file.indexOf('stream\n', object) + 'stream\n'.length);
  return [...stream.matchAll(/\[((?:<[0-9a-f ]*>\s?)+)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, code = '']) =>
      Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}

/** Returns the text that a part of a page shows, line by line. */
function textShownBy(content: string, fonts: ReadonlyMap<string, readonly string[]>): string {
  const lines = new Map<string, string>();
  for (const [, y = '', font = '', text = ''] of content.matchAll(
    /([-\d.]+) Tm\s\/(F\d+) [\d.]+ Tf\s\[(.*?)\] TJ/gs,
  )) {
    const codes = [...text.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const letters = codes.map((code) => fonts.get(font)?.[Number.parseInt(code, 16)] ?? '');
    lines.set(y, (lines.get(y) ?? '') + letters.join(''));
  }
  return [...lines.values()].join('');
}

/** Decodes a string of a PDF: Latin letters, or UTF-16 after its byte order mark. */
function decode(text: string): string {
  const bytes = Buffer.from(
    text.replace(/\\([nrtbf]|.)/gs, (_, one: string) => CONTROL[one] ?? one),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
