import type { Money, OrderState } from '@flight-offset/core';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';

/** What a payment provider is sent when a payer wants to pay. */
export interface PaymentRequest {
  readonly order: OrderRow;
  /** Our identifier of this payment: the provider keeps it with what it takes. */
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

/** What came of asking a provider to take a payment. */
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

/** What a provider's books say of a payment of ours, in an event or from its API. */
export interface PaymentReport {
  readonly kind: 'payment';
  /** The reference which {@link PaymentStart} gave. */
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
  /** What came in; missing where the provider did not say. */
  readonly received?: Money;
}

/** What a provider's books say of money that went back, or is claimed back, in an event or from its API. */
export interface RefundReport {
  readonly kind: 'refund';
  readonly cause: 'provider' | 'dispute';
  /** The provider's identifier of the refund or dispute. */
  readonly reference: string;
  /** Our identifier, where we requested it. */
  readonly refundId?: string;
  /** The money it is about. */
  readonly paymentReference: string;
  readonly amount: Money;
  readonly state: OrderState;
  readonly reason?: string;
  /** Why it failed, or is held, in the provider's word. */
  readonly fault?: string;
}

/** The fault of a refund which the provider has taken, and holds until its account has the money. */
export const HELD = 'insufficient_funds';

/** Something happened to some money, and its API has to be read to learn what. */
export interface MoneyReport {
  readonly kind: 'money';
  readonly paymentReference: string;
}

/** Something in a provider's books. */
export type Report = PaymentReport | RefundReport | MoneyReport;

/** Something a provider tells by itself. */
export interface ProviderEvent {
  /** The provider's identifier of the event: it may come more than once. */
  readonly id: string;
  readonly report: Report;
}

/** A refund to send to a provider. */
export interface RefundRequest {
  readonly refund: Pick<RefundRow, 'id' | 'amount_minor' | 'currency'>;
  readonly payment: Pick<PaymentRow, 'id' | 'payment_reference'>;
}

/** One way to take money. Every function rejects with ProviderError where the provider call failed. */
export interface Provider {
  readonly name: string;
  /** Begins a payment. Where it rejects, no payer has got an address to pay at. */
  start(request: PaymentRequest): Promise<PaymentStart>;
  /**
   * Reads an event; undefined where it is about nothing of ours.
   * @throws Problem where its signature is wrong, or it is none.
   */
  readEvent(headers: Headers, body: Uint8Array): Promise<ProviderEvent | undefined>;
  /** Asks what became of a payment. */
  find(payment: Pick<PaymentRow, 'reference' | 'payment_reference'>): Promise<PaymentReport>;
  /** Asks which payment of ours some money belongs to; undefined where it is none of ours. */
  findByMoney(paymentReference: string): Promise<PaymentReport | undefined>;
  /** Sees to it that a payment can no longer be paid. Rejects where it was paid meanwhile. */
  close(payment: Pick<PaymentRow, 'reference'>): Promise<void>;
  /** Gives money back. Repeating it under the same identifier does no harm. */
  refund(request: RefundRequest): Promise<RefundReport>;
  /** Asks what became of a refund or a dispute. */
  findRefund(refund: Pick<RefundRow, 'cause' | 'provider_reference'>): Promise<RefundReport>;
  /** All refunds of some money, whoever requested them. */
  refundsOf(paymentReference: string): AsyncIterable<RefundReport>;
  /** Refunds that were made since a moment, as they stand now, milliseconds since 1970. */
  refundsSince(since: number): AsyncIterable<RefundReport>;
  /** Payments that were paid, refunds and disputes, all made since a moment, milliseconds since 1970. */
  reportsSince(since: number): AsyncIterable<Report>;
}
