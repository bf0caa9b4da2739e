import type { Money, Statement, StatementLine } from '@flight-offset/core';
import type { Actor } from './actor.ts';
import type { MerchantPayment, OrderRefund } from './order.ts';
import type { ListPage } from './page.ts';

/** A statement with a page of its lines, oldest first. */
export interface StatementPage extends Statement {
  readonly lines: ListPage<StatementLine>;
}

/** What is owed in one currency, and under one tax, and is on no closed statement. */
export interface Unclosed {
  readonly total: Money;
  readonly orders: number;
  readonly refunds: number;
}

/** Payments and refunds of a merchant's orders, and what it owes for those whose money it collected itself. */
export interface MoneyService {
  /** Payments of its orders through the gateway, newest first. */
  payments(merchantId: string, cursor?: string): Promise<ListPage<MerchantPayment>>;
  /** Newest first. */
  refunds(merchantId: string, cursor?: string): Promise<ListPage<OrderRefund>>;
  /** Open ones by currency, then closed ones, newest first. */
  statements(merchantId: string): Promise<readonly Statement[]>;
  statement(merchantId: string, statementId: string, cursor?: string): Promise<StatementPage | undefined>;
  /** All lines of a statement as CSV; undefined where the merchant has none of that id. */
  exportStatement(
    merchantId: string,
    statementId: string,
  ): Promise<{ readonly number: number | null; readonly csv: ReadableStream<Uint8Array> } | undefined>;
  /** What is owed up to the end of a month, `2026-11`, and on no closed statement. @throws Refusal where it is not over. */
  unclosed(merchantId: string, period: string): Promise<readonly Unclosed[]>;
  /** Closes what is owed up to the end of a month. @throws Refusal where it is not over. */
  closeStatements(actor: Actor, merchantId: string, period: string): Promise<void>;
  /**
   * Marks a statement as paid or unpaid, or leaves it so. A mark repeated with the `once` of its form marks nothing more.
   * @returns whether it is marked so: not where somebody has taken the mark of this form back.
   * @throws Refusal where the merchant has no such closed statement.
   */
  markPaid(
    actor: Actor,
    merchantId: string,
    mark: { readonly id: string; readonly isPaid: boolean; readonly once: string },
  ): Promise<boolean>;
}
