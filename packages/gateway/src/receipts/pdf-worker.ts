/** A thread that makes PDF receipts, one after the other: each takes as long as hundreds of requests. */
import { parentPort } from 'node:worker_threads';
import { type ReceiptPdf, receiptPdf } from './pdf.ts';

/** What the thread posts back. */
export type PdfReply = { readonly pdf: Uint8Array } | { readonly error: string };

parentPort?.on('message', async (options: ReceiptPdf) => {
  let reply: PdfReply;
  try {
    reply = { pdf: new Uint8Array(await receiptPdf(options)) };
  } catch (error) {
    reply = { error: String(error) };
  }
  parentPort?.postMessage(reply);
});
