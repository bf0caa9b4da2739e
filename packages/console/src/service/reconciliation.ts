import type { Money } from '@flight-offset/core';
import type { Actor } from './actor.ts';
import type { Millis } from './millis.ts';

/** A transfer of a payment provider to the operator's bank account, as the sum of its lines. */
export interface PayoutSummary {
  readonly provider: string;
  readonly payout: string;
  /** `2026-11-30`. */
  readonly settledOn: string;
  /** What it consists of, such as payments or fees; parts of nothing are left out. Deductions are below zero. */
  readonly parts: readonly { readonly name: string; readonly amount: Money }[];
  readonly amount: Money;
  /** What arrived at the bank; undefined where nobody recorded it. */
  readonly received: Money | undefined;
  /** Why its figures do not agree; undefined where they do. */
  readonly problem: string | undefined;
}

/** Money in a settlement report that is not what the gateway recorded. */
export interface UnmatchedLine {
  /** The provider's identifier of the line. */
  readonly line: string;
  readonly provider: string;
  readonly payout: string;
  /** Such as `payment` or `dispute`. */
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

/** A payment or refund that should be further than it is. */
export interface OverdueMoney {
  readonly kind: 'payment' | 'refund';
  readonly merchantId: string;
  readonly orderId: string;
  readonly provider: string;
  readonly amount: Money;
  readonly since: Millis;
  /** What it waits for. */
  readonly problem: string;
}

/** What arrived at the bank, as a person read it there. */
export interface BankReceipt {
  readonly provider: string;
  readonly payout: string;
  readonly currency: string;
  /** In whole units, such as `975.20`. */
  readonly amount: string;
}

/** A line, or a payment, by the name that its provider gives it: another provider may give the same. */
export interface OfProvider {
  readonly provider: string;
  readonly id: string;
}

/** Most rows of each list of {@link ReconciliationService}; the command line has all of them. */
export const MAX_LISTED = 200;

/** Whether the money of the provider, of the bank and of the gateway is the same. */
export interface ReconciliationService {
  /** Of the last 90 days, newest first; of each list at most {@link MAX_LISTED}. */
  payouts(): Promise<readonly PayoutSummary[]>;
  unmatched(): Promise<readonly UnmatchedLine[]>;
  unclaimed(): Promise<readonly UnclaimedMoney[]>;
  overdue(): Promise<readonly OverdueMoney[]>;
  /** Until when the provider's books were compared with the database; undefined before the first time. */
  comparedUntil(): Promise<Millis | undefined>;
  /** Marks an unmatched line as known to somebody, or leaves it so. @throws Refusal where there is no such line. */
  resolveLine(actor: Actor, line: OfProvider): Promise<void>;
  /** Marks unclaimed money as refunded, or its order as fulfilled, or leaves it so. @throws Refusal where there is none. */
  resolveMoney(actor: Actor, money: OfProvider): Promise<void>;
  /**
   * Records what arrived at the bank of a payout, or leaves it so.
   * @throws Refusal for an invalid amount, an unknown payout, or where another amount is recorded.
   */
  recordReceipt(actor: Actor, receipt: BankReceipt): Promise<void>;
}
