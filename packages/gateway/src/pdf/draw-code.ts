import { encode } from 'uqr';
import { INK } from './document.ts';

/** Draws a text as a QR code. @param place of its upper left corner and its width, points. */
export function drawCode(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const { data, size } = encode(text, { boostEcc: true, border: 0 });
  const module = width / size;
  for (const [row, modules] of data.entries())
    for (let from = modules.indexOf(true); from >= 0; ) {
      const next = modules.indexOf(false, from);
      const to = next < 0 ? size : next;
      pdf.rect(x + from * module, y + row * module, (to - from) * module, module);
      from = modules.indexOf(true, to);
    }
  // As one shape: several would show fine lines between them.
  pdf.fill(INK);
}
