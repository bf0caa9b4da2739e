import type { Money, Statement, StatementLine } from '@flight-offset/core';
import type { Actor } from './actor.ts';
import type { MerchantPayment, OrderRefund } from './order.ts';
import type { ListPage } from './page.ts';

/** A statement with a page of its lines, oldest first. */
export interface StatementPage extends Statement {
  readonly lines: ListPage<StatementLine>;
}

/** Amount owed in one currency and under one tax that is on no closed statement. */
export interface Unclosed {
  readonly total: Money;
  readonly orders: number;
  readonly refunds: number;
}

/** Payments and refunds of a merchant's orders, and the amounts it owes for orders whose money it collected itself. */
export interface MoneyService {
  /** Payments of its orders through the gateway, newest first. */
  payments(merchantId: string, cursor?: string): Promise<ListPage<MerchantPayment>>;
  /** Lists refunds, newest first. */
  refunds(merchantId: string, cursor?: string): Promise<ListPage<OrderRefund>>;
  /** Lists open statements by currency, then closed ones, newest first. */
  statements(merchantId: string): Promise<readonly Statement[]>;
  statement(merchantId: string, statementId: string, cursor?: string): Promise<StatementPage | undefined>;
  /**
   * Exports all lines of a statement as CSV; undefined if the merchant has no statement with that id.
   * @param signal of the request: once it is aborted, nothing more is read.
   */
  exportStatement(
    merchantId: string,
    statementId: string,
    signal: AbortSignal,
  ): Promise<{ readonly number: number | null; readonly csv: ReadableStream<Uint8Array> } | undefined>;
  /**
   * Returns amounts owed up to the end of a month, `2026-11`, and on no closed statement. @throws Refusal if the month
   * is not over.
   */
  unclosed(merchantId: string, period: string): Promise<readonly Unclosed[]>;
  /** Closes what is owed up to the end of a month. @throws Refusal if the month is not over. */
  closeStatements(actor: Actor, merchantId: string, period: string): Promise<void>;
  /**
   * Marks a statement as paid or unpaid, or leaves it so. A repeat with the same `once` marks nothing more.
   * @returns whether it has this mark: false if another person has undone the mark of this form.
   * @throws Refusal if the merchant has no such closed statement.
   */
  markPaid(
    actor: Actor,
    merchantId: string,
    mark: { readonly id: string; readonly isPaid: boolean; readonly once: string },
  ): Promise<boolean>;
}
