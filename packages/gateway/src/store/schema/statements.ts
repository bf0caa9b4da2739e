import type { Product } from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** The maximum that a merchant may owe on unpaid statements in a currency, and the amount it owes now. */
export interface SettlementLimitTable {
  merchant_id: string;
  currency: string;
  limit_minor: number;
  open_minor: Generated<number>;
}

/** A closed statement. The open statement consists of the lines that are on no closed one. */
export interface StatementTable {
  merchant_id: string;
  id: string;
  /** From 1, without gaps per merchant. */
  number: number;
  /** Month, such as `2026-11`. */
  period: string;
  currency: string;
  state: 'closed' | 'paid';
  total_minor: number;
  orders: number;
  refunds: number;
  /** JSON of the tax within the total, at the rate its orders froze. */
  tax: string | null;
  /** The name when it was closed; null if a process of an earlier schema closed it. */
  merchant_name: string | null;
  closed_at: Millis;
  paid_at: Millis | null;
}

/** An order the merchant collected the money for, or a refund of one. */
export interface StatementLineTable {
  merchant_id: string;
  /** Identifier of the order or of the refund. */
  id: string;
  /** The closed statement it is on. */
  statement_id: string | null;
  kind: 'order' | 'refund';
  product: Product;
  order_id: string;
  reference: string | null;
  currency: string;
  /** Below zero for a refund. */
  amount_minor: number;
  grams: number;
  created_at: Millis;
}

/** Statements of the money that merchants collected and owe. */
export interface StatementTables {
  settlement_limits: SettlementLimitTable;
  statements: StatementTable;
  statement_lines: StatementLineTable;
}

/** A stored statement, which is closed. */
export type StatementRow = Selectable<StatementTable>;
/** A stored line of a statement. */
export type StatementLineRow = Selectable<StatementLineTable>;
