import type { Money, Product } from '@flight-offset/core';

/** A merchant's orders created on one day, UTC. */
export interface DayTotals {
  /** Such as `2026-11-22`. */
  readonly day: string;
  readonly orders: number;
  /** Number of these orders that are paid. */
  readonly paid: number;
  /** Grams of the paid orders, by product: the two are never added up. */
  readonly grams: Readonly<Record<Product, number>>;
}

/** Totals of the last 30 days. */
export interface Overview {
  /** Every day, oldest first. */
  readonly days: readonly DayTotals[];
  /** Paid money, by currency. */
  readonly money: readonly Money[];
}

/** A check of `doctor`, or a merchant's matter that needs a person. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly detail: string | undefined;
  /** The next step. */
  readonly next: string | undefined;
}

/** Figures and findings. */
export interface OverviewService {
  read(merchantId: string): Promise<Overview>;
  /** Lists a merchant's matters that need a person; empty if there are none. */
  attention(merchantId: string): Promise<readonly Finding[]>;
  /** Lists every check of `doctor`. */
  doctor(): Promise<readonly Finding[]>;
}
