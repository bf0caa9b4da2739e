import type { ReceiptPdf } from './receipt-pdf.ts';
import type { StatementPdf } from './statement-content.ts';

/** Content of a PDF. It is passed to another thread, so it holds only data. */
export type PdfContent =
  | ({ readonly kind: 'receipt' } & ReceiptPdf)
  | ({ readonly kind: 'statement' } & StatementPdf);
