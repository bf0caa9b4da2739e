/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * CSV that people download: it begins with a byte order mark, without which Excel reads another encoding. Programs, many of
 * which take the mark for a part of the first column's name, get CSV as it is.
 */
export function forSpreadsheets(csv: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return csv.pipeThrough(new TransformStream({ start: (controller) => controller.enqueue(BYTE_ORDER_MARK) }));
}
