import type { Money, OrderState, Product, RefundCause, Settlement } from '@flight-offset/core';
import type { Actor } from './actor.ts';
import type { Millis } from './millis.ts';
import type { ListPage } from './page.ts';
import type { Webhook } from './webhook.ts';

/** What a list of orders shows of each. */
export interface OrderSummary {
  readonly id: string;
  readonly createdAt: Millis;
  readonly status: OrderState;
  readonly amount: Money;
  /** Of what it buys. */
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

/** Which orders to list. */
export interface OrderFilter {
  readonly status?: OrderState;
  /**
   * What names an order: its identifier, a merchant's reference, an e-mail address, the link to pay, or the identifier of a
   * payment, refund, transaction or webhook, of the gateway or the provider; all of it.
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

/** A payment in a list of a merchant's. */
export interface MerchantPayment extends OrderPayment {
  readonly orderId: string;
}

/** A refund of an order. */
export interface OrderRefund {
  /** As a statement names it. */
  readonly id: string;
  readonly orderId: string;
  readonly cause: RefundCause;
  readonly state: OrderState;
  readonly amount: Money;
  readonly grams: number;
  /** The provider's identifier of the refund or dispute. */
  readonly reference: string | undefined;
  /** How it was paid in place of the provider's refund, such as a bank's reference of a transfer. */
  readonly paidReference: string | undefined;
  readonly reason: string | undefined;
  readonly fault: string | undefined;
  readonly createdAt: Millis;
  readonly settledAt: Millis | undefined;
}

/** An order with all that belongs to it. */
export interface OrderDetail extends OrderSummary {
  readonly userTaxId: string | undefined;
  readonly variant: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly settlement: Settlement;
  readonly pricePerTonne: Money;
  /** Name of the portfolio the payer chose. */
  readonly portfolio: string | undefined;
  /** Projects behind it, the largest part first; none while no credits are allocated to it. */
  readonly projects: readonly OrderProject[];
  readonly callbackUrl: string | undefined;
  readonly expiresAt: Millis;
  readonly settledAt: Millis | undefined;
  /** Path of the payment page, once it can only be read. */
  readonly receiptPath: string | undefined;
  readonly allocations: readonly OrderAllocation[];
  readonly payments: readonly OrderPayment[];
  readonly refunds: readonly OrderRefund[];
  /** Identifiers of those that were not made, and whose money nothing else has returned. */
  readonly owedRefunds: readonly string[];
  readonly webhooks: readonly Webhook[];
  /** What may still be refunded. */
  readonly left: { readonly money: Money; readonly grams: number };
}

/** What to refund of an order. */
export interface RefundRequest {
  /** Of the form: whatever was refunded for it is not refunded again. */
  readonly once: string;
  /** Of the {@link RefundPreview} it was decided by. */
  readonly version: string;
  /** All that is left where undefined. */
  readonly kilograms?: number;
  readonly reason?: string;
}

/** What a refund would take, and of what. */
export interface RefundPreview {
  readonly amount: Money;
  readonly grams: number;
  readonly left: OrderDetail['left'];
  /** Another one once something of the order was refunded or disputed. */
  readonly version: string;
}

/** How a refund was paid that the provider does not make. */
export interface PaidRefund {
  /** Its identifier. */
  readonly refund: string;
  /** Of the payment, such as a bank's reference of a transfer. */
  readonly reference: string;
  /** Whether the provider's records are not read first, because they cannot be. */
  readonly isUnchecked: boolean;
}

/** Orders of one merchant. */
export interface OrderService {
  /** Newest first. */
  list(merchantId: string, filter: OrderFilter, cursor?: string): Promise<ListPage<OrderSummary>>;
  find(merchantId: string, orderId: string): Promise<OrderDetail | undefined>;
  /** Finds an order of any merchant by its identifier, its link to pay, or the provider's identifier of a payment or refund. */
  locate(search: string): Promise<{ readonly merchantId: string; readonly orderId: string } | undefined>;
  /** Orders as CSV, newest first. */
  export(merchantId: string, filter: OrderFilter): Promise<ReadableStream<Uint8Array>>;
  /**
   * What a refund of a part of an order would take. Changes nothing.
   * @param kilograms all that is left where undefined.
   * @throws Refusal where nothing, or not so much, is left to refund.
   */
  previewRefund(merchantId: string, orderId: string, kilograms: number | undefined): Promise<RefundPreview>;
  /**
   * Refunds a part of an order, or all that is left of it. A request repeated with its `once` refunds nothing more.
   * @throws Refusal as {@link previewRefund}, or if it would refund something else by now.
   */
  refund(actor: Actor, merchantId: string, orderId: string, request: RefundRequest): Promise<void>;
  /**
   * Records that a refund was paid another way. One that is repeated with the same reference records nothing more.
   * @throws Refusal where the provider has made it or cannot be read, a process is sending it, another refund or a
   *   dispute took its money, or there is none.
   */
  recordPaid(actor: Actor, merchantId: string, orderId: string, paid: PaidRefund): Promise<void>;
}
