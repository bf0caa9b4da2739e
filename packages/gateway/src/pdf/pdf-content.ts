import type { ReceiptPdf } from './receipt-pdf.ts';
import type { StatementPdf } from './statement-content.ts';

/** What a PDF is made of: it crosses to another thread, so that it holds nothing but data. */
export type PdfContent =
  | ({ readonly kind: 'receipt' } & ReceiptPdf)
  | ({ readonly kind: 'statement' } & StatementPdf);
