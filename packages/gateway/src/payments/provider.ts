import type { MerchantRow, OrderRow, PaymentTable } from '../store/schema.ts';

/** What a payment provider is told when a payer wants to pay. */
export interface PaymentRequest {
  readonly order: OrderRow;
  readonly merchant: MerchantRow;
  /** Identifier of this payment with us: a repeat carries the same. */
  readonly paymentId: string;
  /** Where the provider sends the payer afterwards. */
  readonly returnUrl: string;
  /** Where the provider sends a payer who changes his mind. */
  readonly cancelUrl: string;
  /** What is bought, in words for the provider's page. */
  readonly description: string;
  /** The fields of the payment page's form. */
  readonly form: ReadonlyMap<string, string>;
}

/** What came of asking a provider to take a payment. */
export type PaymentStart =
  | { readonly kind: 'redirect'; readonly reference: string; readonly url: string }
  | { readonly kind: 'settled'; readonly reference: string; readonly outcome: 'captured' | 'refused' }
  /** The payer has to correct what was entered. */
  | { readonly kind: 'invalid'; readonly problem: 'card' };

/** Something a provider tells of a payment. */
export interface PaymentEvent {
  /** The provider's identifier of the event: it may come more than once. */
  readonly id: string;
  /** The reference which {@link PaymentStart} gave. */
  readonly reference: string;
  readonly outcome: 'captured' | 'refused' | 'refunded';
  /** What a refund needs to name. */
  readonly paymentReference?: string;
  /** What was received, paise. */
  readonly amountPaise?: number;
}

/** One way to take money: three functions. */
export interface Provider {
  readonly name: string;
  /**
   * Begins a payment.
   * @throws where the provider cannot be reached or does not take it; nothing was charged then.
   */
  start(request: PaymentRequest): Promise<PaymentStart>;
  /**
   * Reads the provider's notification; undefined where it is about nothing of ours.
   * @throws Problem where its signature does not fit.
   */
  readEvent(headers: Headers, body: Uint8Array): Promise<PaymentEvent | undefined>;
  /**
   * Gives the money of a payment back. Repeating it does no harm.
   * @throws where the provider did not say that it did; it is asked again later.
   */
  refund(
    payment: Pick<PaymentTable, 'id' | 'reference' | 'payment_reference' | 'amount_minor'>,
  ): Promise<void>;
}
