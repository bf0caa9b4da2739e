import type { Money, Product } from '@flight-offset/core';

/** A merchant's orders created on one day, UTC. */
export interface DayTotals {
  /** Such as `2026-11-22`. */
  readonly day: string;
  readonly orders: number;
  /** Those of them that are paid. */
  readonly paid: number;
  /** Grams of those that are paid, by what they bought: the two are never added up. */
  readonly grams: Readonly<Record<Product, number>>;
}

/** What happened in the last 30 days. */
export interface Overview {
  /** Every day, oldest first. */
  readonly days: readonly DayTotals[];
  /** What was paid, by currency. */
  readonly money: readonly Money[];
}

/** A check of `doctor`, or something of a merchant that needs a person. */
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
  /** What needs a person's attention at a merchant; empty if nothing does. */
  attention(merchantId: string): Promise<readonly Finding[]>;
  /** Every check of `doctor`. */
  doctor(): Promise<readonly Finding[]>;
}
