/** Payment providers whose settlement reports can be imported. */
export const REPORTING_PROVIDERS = ['stripe', 'razorpay'] as const;

/** A payment provider whose settlement reports can be imported. */
export type ReportingProvider = (typeof REPORTING_PROVIDERS)[number];

/**
 * Kind of a line. `fee`: charged by the provider, but not for a single payment; `adjustment`: anything else that
 * changes a payout, such as a reserve; `payout`: the transfer to the bank account itself.
 */
export type LineKind = 'payment' | 'refund' | 'dispute' | 'fee' | 'adjustment' | 'payout';

/** A line of a settlement report. Amounts are minor units of `currency`; what leaves the account is negative. */
export interface ReportLine {
  /** The provider's identifier of the line, the same in every report that contains it. */
  readonly id: string;
  /** The provider's identifier of the transfer to the bank account. */
  readonly payout: string;
  readonly kind: LineKind;
  /** The provider's identifier of the money, as a payment stores it; null if the report does not state it. */
  readonly paymentReference: string | null;
  /** The provider's identifier of the refund or dispute. */
  readonly reference: string | null;
  /** The currency of the payout. */
  readonly currency: string;
  readonly gross: number;
  /** Fee of the provider, excluding its tax. */
  readonly fee: number;
  /** Tax on the fee. */
  readonly tax: number;
  /** gross − fee − tax. */
  readonly net: number;
  /** Amount that the payer paid or got back, in the payer's currency if it differs from the payout's. */
  readonly paidCurrency: string;
  readonly paid: number;
  /** Date on which the payout leaves the provider, `2026-11-30`. */
  readonly settledOn: string;
  /** The transfer's reference at the bank, such as a UTR. */
  readonly bankReference: string | null;
}

/** A settlement report that cannot be used. The message names line and column. Nothing was stored. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  readonly code = 'invalid_report';

  constructor(problem: string) {
    super(`Nothing was imported: ${problem}`);
  }
}
