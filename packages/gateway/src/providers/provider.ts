import type { Money, OrderState } from '@flight-offset/core';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';

/** Request to a payment provider when a payer wants to pay. */
export interface PaymentRequest {
  readonly order: OrderRow;
  /** The gateway's identifier of this payment: the provider stores it with the payment. */
  readonly paymentId: string;
  /** URL to which the provider sends the payer afterwards. */
  readonly returnUrl: string;
  /** URL to which the provider sends a payer who cancels. */
  readonly cancelUrl: string;
  /** Description of the purchase for the provider's page. */
  readonly description: string;
  /** Fields of the payment page's form. */
  readonly form: ReadonlyMap<string, string>;
}

/** Result of starting a payment with a provider. */
export type PaymentStart =
  | {
      readonly kind: 'redirect';
      readonly reference: string;
      readonly url: string;
      /** Time until which the provider's page accepts payment, milliseconds since 1970. */
      readonly expiresAt: number;
    }
  /** Paid at once, without a page of the provider. */
  | { readonly kind: 'captured'; readonly reference: string; readonly received: Money }
  /** Refused, by the bank or because of the payer's input; the payer may try again. */
  | { readonly kind: 'invalid'; readonly problem: 'card' | 'declined' };

/** The gateway's payment in a provider's records, from an event or its API. */
export interface PaymentReport {
  readonly kind: 'payment';
  /** Reference from {@link PaymentStart}. */
  readonly reference: string;
  /** The gateway's identifiers, as sent to the provider. */
  readonly paymentId?: string;
  readonly orderId?: string;
  /**
   * `open`: may still be paid; `processing`: the payer has paid, the money has not arrived; `closed`: was not paid, and
   * can no longer be.
   */
  readonly state: 'open' | 'processing' | 'paid' | 'closed';
  /** The provider's identifier of the money, which a refund names. */
  readonly paymentReference?: string;
  /** Money received; missing if the provider did not state it. */
  readonly received?: Money;
}

/** Refunded or disputed money in a provider's records, from an event or its API. */
export interface RefundReport {
  readonly kind: 'refund';
  readonly cause: 'provider' | 'dispute';
  /** The provider's identifier of the refund or dispute. */
  readonly reference: string;
  /** The gateway's identifier, if the gateway requested the refund. */
  readonly refundId?: string;
  /** The money that is refunded or disputed. */
  readonly paymentReference: string;
  readonly amount: Money;
  readonly state: OrderState;
  readonly reason?: string;
  /** The provider's code for why it failed or is held. */
  readonly fault?: string;
}

/** Fault of a refund that the provider has accepted, and holds until the account has the money. */
export const INSUFFICIENT_FUNDS = 'insufficient_funds';

/** Money about which something changed; the provider's API has to be read for the change. */
export interface MoneyReport {
  readonly kind: 'money';
  readonly paymentReference: string;
}

/** Entry in a provider's records. */
export type Report = PaymentReport | RefundReport | MoneyReport;

/** Event that a provider sends. */
export interface ProviderEvent {
  /** The provider's identifier of the event, which may arrive more than once. */
  readonly id: string;
  readonly report: Report;
}

/** Refund to send to a provider. */
export interface RefundRequest {
  readonly refund: Pick<RefundRow, 'id' | 'amount_minor' | 'currency'>;
  readonly payment: Pick<PaymentRow, 'id' | 'payment_reference'>;
}

/** Limits of each call to a provider. */
export interface CallLimits {
  /** Maximum time of an attempt, milliseconds. */
  readonly timeoutMs: number;
  /** How often an attempt without a usable response is repeated, by providers that repeat it. */
  readonly retries: number;
}

/** Payment provider. Every function rejects with ProviderError if the provider call fails. */
export interface Provider {
  readonly name: string;
  /** Begins a payment. If it rejects, no payer has received a URL to pay at. */
  start(request: PaymentRequest): Promise<PaymentStart>;
  /**
   * Reads an event; undefined if it does not concern the gateway.
   * @throws Problem if its signature is wrong, or it is not an event.
   */
  readEvent(headers: Headers, body: Uint8Array): Promise<ProviderEvent | undefined>;
  /** Looks up a payment. */
  find(payment: Pick<PaymentRow, 'reference' | 'payment_reference'>): Promise<PaymentReport>;
  /** Finds the gateway's payment to which money belongs; undefined if there is none. */
  findByMoney(paymentReference: string): Promise<PaymentReport | undefined>;
  /** Makes sure that a payment can no longer be paid. Rejects if it was paid meanwhile. */
  close(payment: Pick<PaymentRow, 'reference'>): Promise<void>;
  /** Refunds money. Repeating it under the same identifier refunds nothing more. */
  refund(request: RefundRequest): Promise<RefundReport>;
  /** Looks up a refund or a dispute. */
  findRefund(refund: Pick<RefundRow, 'cause' | 'provider_reference'>): Promise<RefundReport>;
  /** Lists all refunds of some money, by any requester. */
  refundsOf(paymentReference: string): AsyncIterable<RefundReport>;
  /** Lists refunds created since a moment, in their current state. @param since milliseconds since 1970. */
  refundsSince(since: number): AsyncIterable<RefundReport>;
  /** Lists paid payments, refunds and disputes, all made since a moment, milliseconds since 1970. */
  reportsSince(since: number): AsyncIterable<Report>;
}
