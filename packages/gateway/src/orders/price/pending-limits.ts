import { GRAMS_PER_CREDIT, type Grams } from '@flight-offset/core';
import { Problem } from '../../problem.ts';

/** Limits on the stock that unpaid orders may hold: anyone can create such orders. */
export interface PendingLimits {
  /** Grams one order may hold. */
  readonly orderGrams: number;
  /** Part of the unsold stock, 0 to 1, that the pending orders of one merchant may hold. */
  readonly merchantShare: number;
  /** Grams that a merchant's pending orders may hold, however large the stock is. */
  readonly merchantGrams: number;
}

/** The stock that a merchant's pending orders hold, and its limit. */
export interface PendingQuota {
  /** Grams that the merchant's next order may hold: 0 if its pending orders hold all they may. */
  left(): number;
  /**
   * Refuses an order that would hold too much.
   * @throws Problem 40905, or 40913 if it alone is too large: no unpaid order that ends changes that. Both state the
   * limit.
   */
  check(mass: Grams): void;
  /** Adds an order to those that hold credits. */
  add(mass: Grams): void;
}

const tonnes = (grams: number): string => `${grams / GRAMS_PER_CREDIT} t`;

/**
 * Calculates a merchant's quota.
 * @param held grams that the merchant's pending orders hold. Processes that create orders at the same time do not see
 * each other's, so together they may exceed the limit by what they create at once, but never the stock.
 * @param unsold grams on sale that are not sold, whether or not a pending order holds them.
 */
export function pendingQuota(limits: PendingLimits, held: number, unsold: number): PendingQuota {
  let sum = held;
  // If the stock is small, one order may still hold as much as the limit per order.
  const ofStock = Math.max(limits.orderGrams, Math.floor(unsold * limits.merchantShare));
  const merchantGrams = Math.min(limits.merchantGrams, ofStock);
  const orderGrams = Math.min(limits.orderGrams, limits.merchantGrams);
  const left = (): number => Math.min(orderGrams, Math.max(0, merchantGrams - sum));

  return {
    left,
    check(mass) {
      if (mass <= left()) return;
      if (mass > orderGrams)
        throw new Problem(
          40913,
          `emission_amount is ${tonnes(mass)}, and one order may hold at most ${tonnes(orderGrams)}. Order less, or ask the operator to raise the limit.`,
        );
      throw new Problem(
        40905,
        `Your unpaid orders hold ${tonnes(sum)} of at most ${tonnes(merchantGrams)}. Try again once some are paid or expired.`,
      );
    },
    add(mass) {
      sum += mass;
    },
  };
}
