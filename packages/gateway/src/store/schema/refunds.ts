import type { OrderState, RefundCause, RefundedCredits } from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** One refund of an order, or of money that was not kept. */
export interface RefundTable {
  merchant_id: string;
  id: string;
  order_id: string;
  /** The payment whose money is refunded; null if no provider took any. */
  payment_id: string | null;
  cause: RefundCause;
  currency: string;
  amount_minor: number;
  /** How much of the amount returns the order's price; 0 for a surplus. */
  order_minor: number;
  grams: number;
  credits: RefundedCredits;
  state: OrderState;
  reason: string | null;
  provider: string | null;
  /** The provider's identifier of the refund or dispute; null until it has been sent. */
  provider_reference: string | null;
  /**
   * How the gateway's operator paid it, such as the reference of a bank transfer, because the provider could not refund
   * it; for a failed refund, also set in the refund that replaces it.
   */
  paid_reference: string | null;
  /** The failed refund that it replaces. */
  replaces: string | null;
  /**
   * SHA-256 of the `Idempotency-Key` of its request, hexadecimal: merchants may write anything into theirs. Followed by
   * a space and the hash of the request, as stored with the response; an erasure removes that part.
   */
  key_hash: string | null;
  transaction_id: string | null;
  /** When to send it to the provider, or to check it there. */
  next_attempt_at: Millis | null;
  attempts: Generated<number>;
  /** Why the last attempt failed. */
  fault: string | null;
  created_at: Millis;
  settled_at: Millis | null;
}

/** Refunds. */
export interface RefundTables {
  refunds: RefundTable;
}

/** A stored refund. */
export type RefundRow = Selectable<RefundTable>;
