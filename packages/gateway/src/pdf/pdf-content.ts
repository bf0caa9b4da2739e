import type { ReceiptPdf } from '../receipts/pdf.ts';
import type { StatementPdf } from '../statements/printed-content.ts';

/** What a PDF is made of: it crosses to another thread, so that it holds nothing but data. */
export type PdfContent =
  | ({ readonly kind: 'receipt' } & ReceiptPdf)
  | ({ readonly kind: 'statement' } & StatementPdf);
