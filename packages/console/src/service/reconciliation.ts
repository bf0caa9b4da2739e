import type { Money } from '@flight-offset/core';
import type { Actor } from './actor.ts';
import type { Millis } from './millis.ts';

/** A transfer of a payment provider to the operator's bank account, as the sum of its lines. */
export interface PayoutSummary {
  readonly provider: string;
  readonly payout: string;
  /** `2026-11-30`. */
  readonly settledOn: string;
  /** Sums of its lines by kind, such as payments or fees; zero sums are left out. Deductions are below zero. */
  readonly parts: readonly { readonly name: string; readonly amount: Money }[];
  readonly amount: Money;
  /** Money that arrived at the bank; undefined if nobody recorded it. */
  readonly received: Money | undefined;
  /** Reason why its figures do not agree; undefined if they do. */
  readonly problem: string | undefined;
}

/** Money in a settlement report that differs from the gateway's records. */
export interface UnmatchedLine {
  /** The provider's identifier of the line. */
  readonly line: string;
  readonly provider: string;
  readonly payout: string;
  /** Kind, such as `payment` or `dispute`. */
  readonly kind: string;
  readonly amount: Money;
  readonly settledOn: string;
  readonly problem: string;
}

/** Money a provider took for an order that this database does not have. */
export interface UnclaimedMoney {
  readonly provider: string;
  readonly reference: string;
  readonly amount: Money | undefined;
  readonly receivedAt: Millis;
}

/** A payment or refund that is overdue. */
export interface OverdueMoney {
  readonly kind: 'payment' | 'refund';
  readonly merchantId: string;
  readonly orderId: string;
  readonly provider: string;
  readonly amount: Money;
  readonly since: Millis;
  /** Reason why it is overdue. */
  readonly problem: string;
}

/** Money that arrived at the bank, as a person read it there. */
export interface BankReceipt {
  readonly provider: string;
  readonly payout: string;
  readonly currency: string;
  /** Whole units, such as `975.20`. */
  readonly amount: string;
}

/** A line or payment, by its provider's identifier: another provider may use the same. */
export interface OfProvider {
  readonly provider: string;
  readonly id: string;
}

/** Maximum rows of each list of {@link ReconciliationService}; the command line lists all of them. */
export const MAX_LISTED = 200;

/** Comparison of the money of the provider, the bank and the gateway. */
export interface ReconciliationService {
  /** Lists payouts of the last 90 days, newest first; each list has at most {@link MAX_LISTED} rows. */
  payouts(): Promise<readonly PayoutSummary[]>;
  unmatched(): Promise<readonly UnmatchedLine[]>;
  unclaimed(): Promise<readonly UnclaimedMoney[]>;
  overdue(): Promise<readonly OverdueMoney[]>;
  /** Time until which the provider's books were compared with the database; undefined before the first time. */
  comparedUntil(): Promise<Millis | undefined>;
  /** Marks an unmatched line as known, or leaves it so. @throws Refusal if there is no such line. */
  resolveLine(actor: Actor, line: OfProvider): Promise<void>;
  /**
   * Marks unclaimed money as refunded, or its order as fulfilled, or leaves it so. @throws Refusal if there is none.
   */
  resolveMoney(actor: Actor, money: OfProvider): Promise<void>;
  /**
   * Records the money of a payout that arrived at the bank, or leaves it so.
   * @throws Refusal for an invalid amount, an unknown payout, or if another amount is recorded.
   */
  recordReceipt(actor: Actor, receipt: BankReceipt): Promise<void>;
}
