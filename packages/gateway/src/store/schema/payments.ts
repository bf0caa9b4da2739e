import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** One payment of an order with a provider. */
export interface PaymentTable {
  merchant_id: string;
  id: string;
  order_id: string;
  provider: string;
  /** The provider's identifier of its page; our own identifier until that is known. */
  reference: string;
  /** The amount due. */
  currency: string;
  amount_minor: number;
  /** `opening`: its page is just being requested from the provider; at most one payment of an order is open. */
  state: 'opening' | 'started' | 'captured' | 'failed';
  /** The provider's identifier of the money. */
  payment_reference: string | null;
  redirect_url: string | null;
  /** The amount received. */
  received_currency: Generated<string | null>;
  received_minor: Generated<number | null>;
  /** The part of it that pays for the order: the full price or nothing. */
  kept_minor: Generated<number>;
  /** When the provider's page stops taking money, if known. */
  session_expires_at: Generated<Millis | null>;
  /** When to check it with the provider; null if nothing is open. */
  check_at: Generated<Millis | null>;
  /** How often it was checked. */
  checks: Generated<number>;
  /** Why the last check failed. */
  fault: Generated<string | null>;
  /** How its outcome became known: by the provider's event, or by reconciling. */
  learned_by: Generated<'event' | 'question' | null>;
  created_at: Millis;
  updated_at: Millis;
}

/** A provider's event that was processed. */
export interface ProviderEventTable {
  provider: string;
  event_id: string;
  received_at: Millis;
}

/**
 * Money a provider took for an order this database does not know: it was created after the backup from which the
 * database was restored.
 */
export interface UnclaimedPaymentTable {
  provider: string;
  reference: string;
  payment_reference: string | null;
  currency: string | null;
  amount_minor: number | null;
  /** The order or payment that the money names. */
  named_order: string | null;
  received_at: Millis;
  resolved_at: Millis | null;
}

/** Money that providers collect. */
export interface PaymentTables {
  payments: PaymentTable;
  provider_events: ProviderEventTable;
  unclaimed_payments: UnclaimedPaymentTable;
}

/** A stored payment. */
export type PaymentRow = Selectable<PaymentTable>;
