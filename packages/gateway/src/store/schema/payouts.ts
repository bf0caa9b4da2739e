import type { Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** A line of a provider's settlement report: money that is part of a payout. Amounts as in `ReportLine`. */
export interface PayoutLineTable {
  provider: string;
  id: string;
  payout: string;
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'adjustment' | 'payout';
  payment_reference: string | null;
  reference: string | null;
  currency: string;
  gross_minor: number;
  fee_minor: number;
  tax_minor: number;
  net_minor: number;
  paid_currency: string;
  paid_minor: number;
  /** `2026-11-30`. */
  settled_on: string;
  bank_reference: string | null;
  /**
   * Whether the gateway recorded the same payment, refund or dispute; `resolved`: an operator knows what it is;
   * `none`: a fee, an adjustment or a payout, which have no order.
   */
  state: 'matched' | 'unmatched' | 'resolved' | 'none';
  imported_at: Millis;
}

/** The amount of a payout that arrived at the bank, as an operator read it there. */
export interface PayoutReceiptTable {
  provider: string;
  payout: string;
  currency: string;
  amount_minor: number;
  recorded_at: Millis;
}

/** Payouts of providers. */
export interface PayoutTables {
  payout_lines: PayoutLineTable;
  payout_receipts: PayoutReceiptTable;
}

/** A stored line of a settlement report. */
export type PayoutLineRow = Selectable<PayoutLineTable>;
