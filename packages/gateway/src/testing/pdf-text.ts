import { inflateSync } from 'node:zlib';

/** The texts of a PDF, in the order in which they are read aloud. */
export function pdfTexts(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf);
  const content = [...file.toString('latin1').matchAll(/stream\r?\n/g)].flatMap(({ 0: mark, index }) => {
    try {
      return inflateSync(file.subarray(index + mark.length)).toString('latin1');
    } catch {
      // The end of a stream, or one that is not compressed.
      return [];
    }
  });
  return content.flatMap((stream) =>
    [...stream.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, text = '']) => decode(text)),
  );
}

/** A string of a PDF: Latin letters, or UTF-16 behind its byte order mark. */
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
