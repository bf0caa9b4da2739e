/** A thread that makes PDF files, one after the other: each takes as long as hundreds of requests. */
import { parentPort } from 'node:worker_threads';
import type { PdfContent } from './pdf-content.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { statementPdf } from './statement-pdf.ts';

/** Message that the thread returns. */
export type PdfReply = { readonly pdf: Uint8Array } | { readonly error: string };

function print(content: PdfContent): Promise<Uint8Array> {
  return content.kind === 'receipt' ? receiptPdf(content) : statementPdf(content);
}

parentPort?.on('message', async (content: PdfContent) => {
  let reply: PdfReply;
  try {
    reply = { pdf: new Uint8Array(await print(content)) };
  } catch (error) {
    reply = { error: String(error) };
  }
  parentPort?.postMessage(reply);
});
