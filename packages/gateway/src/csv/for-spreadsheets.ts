/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * Adds a byte order mark to CSV that people download: without it, Excel reads another encoding. Programs get CSV
 * without the mark, which many take for a part of the first column's name.
 */
export function forSpreadsheets(csv: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return csv.pipeThrough(new TransformStream({ start: (controller) => controller.enqueue(BYTE_ORDER_MARK) }));
}
