import type { Money, OrderState, Product, RefundCause, Settlement } from '@flight-offset/core';
import type { Actor } from './actor.ts';
import type { Millis } from './millis.ts';
import type { ListPage } from './page.ts';
import type { Webhook } from './webhook.ts';

/** An order, as a list shows it. */
export interface OrderSummary {
  readonly id: string;
  readonly createdAt: Millis;
  readonly status: OrderState;
  readonly amount: Money;
  /** Grams of its product. */
  readonly grams: number;
  readonly product: Product;
  readonly userName: string | undefined;
  readonly userEmail: string | undefined;
  readonly reference: string | undefined;
  /** In minor units of the order's currency. */
  readonly refundedMinor: number;
  readonly refundPendingMinor: number;
  /** Whether the payer's bank took money back, or may: neither is a refund by the merchant. */
  readonly dispute: 'open' | 'lost' | undefined;
}

/** Conditions on the orders of a list. */
export interface OrderFilter {
  readonly status?: OrderState;
  /**
   * Name of an order, in full: its identifier, a merchant's reference, an e-mail address, the link to pay, or the
   * identifier of a payment, refund, transaction or webhook, of the gateway or the provider.
   */
  readonly search?: string;
  /** First and last day, UTC, both included: `2026-11-22`. */
  readonly from?: string;
  readonly to?: string;
}

/** Credits of a lot that an order holds. */
export interface OrderAllocation {
  readonly project: string;
  readonly lot: string;
  readonly grams: number;
  /** Undefined while they are only reserved. */
  readonly allocatedAt: Millis | undefined;
  /** The published batch they are retired in. */
  readonly batch: string | undefined;
  readonly retiredAt: Millis | undefined;
}

/** A project behind an order. */
export interface OrderProject {
  readonly name: string;
  readonly grams: number;
}

/** A payment of an order with a provider. */
export interface OrderPayment {
  readonly provider: string;
  readonly state: 'opening' | 'started' | 'captured' | 'failed';
  readonly amount: Money;
  readonly received: Money | undefined;
  /** The provider's identifier of the money. */
  readonly reference: string | undefined;
  readonly fault: string | undefined;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** A payment in a merchant's list. */
export interface MerchantPayment extends OrderPayment {
  readonly orderId: string;
}

/** A refund of an order. */
export interface OrderRefund {
  /** Id on a statement. */
  readonly id: string;
  readonly orderId: string;
  readonly cause: RefundCause;
  readonly state: OrderState;
  readonly amount: Money;
  readonly grams: number;
  /** The provider's identifier of the refund or dispute. */
  readonly reference: string | undefined;
  /** Reference of a payment in place of the provider's refund, such as a bank's reference of a transfer. */
  readonly paidReference: string | undefined;
  readonly reason: string | undefined;
  readonly fault: string | undefined;
  readonly createdAt: Millis;
  readonly settledAt: Millis | undefined;
}

/** An order with its details. */
export interface OrderDetail extends OrderSummary {
  readonly userTaxId: string | undefined;
  readonly variant: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly settlement: Settlement;
  readonly pricePerTonne: Money;
  /** Name of the portfolio the payer chose. */
  readonly portfolio: string | undefined;
  /** Projects of the order, the largest part first; empty while no credits are allocated. */
  readonly projects: readonly OrderProject[];
  readonly callbackUrl: string | undefined;
  readonly expiresAt: Millis;
  readonly settledAt: Millis | undefined;
  /** Path of the payment page, once it is read-only. */
  readonly receiptPath: string | undefined;
  readonly allocations: readonly OrderAllocation[];
  readonly payments: readonly OrderPayment[];
  readonly refunds: readonly OrderRefund[];
  /** Identifiers of refunds that were not made, and whose money nothing else has returned. */
  readonly owedRefunds: readonly string[];
  readonly webhooks: readonly Webhook[];
  /** Money and grams that may still be refunded. */
  readonly left: { readonly money: Money; readonly grams: number };
}

/** Part of an order to refund. */
export interface RefundRequest {
  /** Value of the form: it refunds only once. */
  readonly once: string;
  /** Version of the {@link RefundPreview} that the decision was based on. */
  readonly version: string;
  /** Undefined for all that is left. */
  readonly kilograms?: number;
  readonly reason?: string;
}

/** Effect of a refund, and the whole it is taken from. */
export interface RefundPreview {
  readonly amount: Money;
  readonly grams: number;
  readonly left: OrderDetail['left'];
  /** Version that differs once something of the order was refunded or disputed. */
  readonly version: string;
}

/** Payment of a refund that the provider does not make. */
export interface PaidRefund {
  /** Identifier of the refund. */
  readonly refund: string;
  /** Reference of the payment, such as a bank's reference of a transfer. */
  readonly reference: string;
  /** Whether the provider's records are not read first, because they cannot be. */
  readonly isUnchecked: boolean;
}

/** Orders of one merchant. */
export interface OrderService {
  /** Lists orders, newest first. */
  list(merchantId: string, filter: OrderFilter, cursor?: string): Promise<ListPage<OrderSummary>>;
  find(merchantId: string, orderId: string): Promise<OrderDetail | undefined>;
  /** Finds an order of any merchant by its identifier, its link to pay, or the provider's identifier of a payment or refund. */
  locate(search: string): Promise<{ readonly merchantId: string; readonly orderId: string } | undefined>;
  /** Exports orders as CSV, newest first. @param signal of the request: once it is aborted, nothing more is read. */
  export(merchantId: string, filter: OrderFilter, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /**
   * Calculates the effect of refunding a part of an order. Changes nothing.
   * @param kilograms undefined for all that is left.
   * @throws Refusal if nothing, or not so much, is left to refund.
   */
  previewRefund(merchantId: string, orderId: string, kilograms: number | undefined): Promise<RefundPreview>;
  /**
   * Refunds a part of an order, or all that is left of it. A repeat with the same `once` refunds nothing more.
   * @throws Refusal like {@link previewRefund}, or if the effect has changed.
   */
  refund(actor: Actor, merchantId: string, orderId: string, request: RefundRequest): Promise<void>;
  /**
   * Records that a refund was paid another way. A repeat with the same reference records nothing more.
   * @throws Refusal if the provider has made it or cannot be read, a process is sending it, another refund or a dispute
   * took its money, or there is none.
   */
  recordPaid(actor: Actor, merchantId: string, orderId: string, paid: PaidRefund): Promise<void>;
}
