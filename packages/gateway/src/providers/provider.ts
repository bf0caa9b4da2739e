import type { Money, OrderState } from '@flight-offset/core';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';

/** What a payment provider is sent when a payer wants to pay. */
export interface PaymentRequest {
  readonly order: OrderRow;
  /** Our identifier of this payment: the provider stores it with the payment. */
  readonly paymentId: string;
  /** Where the provider sends the payer afterwards. */
  readonly returnUrl: string;
  /** Where the provider sends a payer who cancels. */
  readonly cancelUrl: string;
  /** What is bought, in words for the provider's page. */
  readonly description: string;
  /** The fields of the payment page's form. */
  readonly form: ReadonlyMap<string, string>;
}

/** The result of starting a payment with a provider. */
export type PaymentStart =
  | {
      readonly kind: 'redirect';
      readonly reference: string;
      readonly url: string;
      /** Until when the page takes money, milliseconds since 1970. */
      readonly expiresAt: number;
    }
  /** Paid at once, without a page of the provider's. */
  | { readonly kind: 'captured'; readonly reference: string; readonly received: Money }
  /** Refused, by the bank or because of what was entered; the payer may try again. */
  | { readonly kind: 'invalid'; readonly problem: 'card' | 'declined' };

/** One of our payments in a provider's books, from an event or its API. */
export interface PaymentReport {
  readonly kind: 'payment';
  /** The reference from {@link PaymentStart}. */
  readonly reference: string;
  /** Our identifiers, as they were given to the provider. */
  readonly paymentId?: string;
  readonly orderId?: string;
  /**
   * `open`: may still be paid; `processing`: the payer has paid, the money has not arrived; `closed`: can no longer be
   * paid, and was not.
   */
  readonly state: 'open' | 'processing' | 'paid' | 'closed';
  /** The provider's identifier of the money, which a refund names. */
  readonly paymentReference?: string;
  /** The money received; missing if the provider did not state it. */
  readonly received?: Money;
}

/** Refunded or disputed money in a provider's books, from an event or its API. */
export interface RefundReport {
  readonly kind: 'refund';
  readonly cause: 'provider' | 'dispute';
  /** The provider's identifier of the refund or dispute. */
  readonly reference: string;
  /** Our identifier, if we requested it. */
  readonly refundId?: string;
  /** The money it is about. */
  readonly paymentReference: string;
  readonly amount: Money;
  readonly state: OrderState;
  readonly reason?: string;
  /** Why it failed or is held: the provider's code. */
  readonly fault?: string;
}

/** The fault of a refund that the provider has accepted, and holds until the account has the money. */
export const HELD = 'insufficient_funds';

/** Something happened to some money; the provider's API has to be read to find out what. */
export interface MoneyReport {
  readonly kind: 'money';
  readonly paymentReference: string;
}

/** Something in a provider's books. */
export type Report = PaymentReport | RefundReport | MoneyReport;

/** An event that a provider sends. */
export interface ProviderEvent {
  /** The provider's identifier of the event: it may arrive more than once. */
  readonly id: string;
  readonly report: Report;
}

/** A refund to send to a provider. */
export interface RefundRequest {
  readonly refund: Pick<RefundRow, 'id' | 'amount_minor' | 'currency'>;
  readonly payment: Pick<PaymentRow, 'id' | 'payment_reference'>;
}

/** One way to take money. Every function rejects with ProviderError if the provider call fails. */
export interface Provider {
  readonly name: string;
  /** Begins a payment. If it rejects, no payer has received a URL to pay at. */
  start(request: PaymentRequest): Promise<PaymentStart>;
  /**
   * Reads an event; undefined if it does not concern us.
   * @throws Problem if its signature is wrong, or it is not an event.
   */
  readEvent(headers: Headers, body: Uint8Array): Promise<ProviderEvent | undefined>;
  /** Looks up a payment. */
  find(payment: Pick<PaymentRow, 'reference' | 'payment_reference'>): Promise<PaymentReport>;
  /** Looks up our payment that some money belongs to; undefined if it is not ours. */
  findByMoney(paymentReference: string): Promise<PaymentReport | undefined>;
  /** Makes sure that a payment can no longer be paid. Rejects if it was paid meanwhile. */
  close(payment: Pick<PaymentRow, 'reference'>): Promise<void>;
  /** Refunds money. Repeating it under the same identifier does no harm. */
  refund(request: RefundRequest): Promise<RefundReport>;
  /** Looks up a refund or a dispute. */
  findRefund(refund: Pick<RefundRow, 'cause' | 'provider_reference'>): Promise<RefundReport>;
  /** All refunds of some money, whoever requested them. */
  refundsOf(paymentReference: string): AsyncIterable<RefundReport>;
  /** Refunds created since a moment, in their current state. @param since milliseconds since 1970. */
  refundsSince(since: number): AsyncIterable<RefundReport>;
  /** Payments that were paid, refunds and disputes, all made since a moment, milliseconds since 1970. */
  reportsSince(since: number): AsyncIterable<Report>;
}
