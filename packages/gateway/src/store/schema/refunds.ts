import type { OrderState, RefundCause, RefundedCredits } from '@flight-offset/core';
import type { Generated, Selectable } from 'kysely';
import type { Millis } from './millis.ts';

/** One refund of an order, or money that was not kept and goes back. */
export interface RefundTable {
  merchant_id: string;
  id: string;
  order_id: string;
  /** Whose money goes back; null where no provider took any. */
  payment_id: string | null;
  cause: RefundCause;
  currency: string;
  amount_minor: number;
  /** How much of it takes back what the order cost; nothing for a surplus. */
  order_minor: number;
  grams: number;
  credits: RefundedCredits;
  state: OrderState;
  reason: string | null;
  provider: string | null;
  /** The provider's identifier of the refund or dispute; null until it has been sent. */
  provider_reference: string | null;
  /**
   * What the gateway's operator paid it with, such as the reference of a bank transfer, as the provider could not make it; of
   * one that had failed also in the refund that took its place.
   */
  paid_reference: string | null;
  /** The refund that failed whose place it took. */
  replaces: string | null;
  /**
   * SHA-256 of the `Idempotency-Key` of its request, hexadecimal: merchants may write anything into theirs. Then a
   * space and what the key was used for, as it is kept with the response; an erasure takes that.
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

/** Money that goes back. */
export interface RefundTables {
  refunds: RefundTable;
}

/** A refund as it is stored. */
export type RefundRow = Selectable<RefundTable>;
