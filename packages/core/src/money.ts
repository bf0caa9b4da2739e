import * as z from 'zod';
import { divideHalfUp, halfUp, scaled } from './decimal.ts';
import { GRAMS_PER_CREDIT, type Grams } from './mass.ts';

/** An amount of money: whole minor units of an ISO 4217 currency. */
export const moneySchema = z
  .object({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 currency code: three capital letters')
      .meta({ description: 'ISO 4217 code.', examples: ['INR'] }),
    amount_minor: z
      .int()
      .min(0)
      .meta({ description: 'Whole minor units of the currency: paise, cents.', examples: [137405] }),
  })
  .meta({ id: 'Money' });

/** An amount of money: whole minor units of an ISO 4217 currency. */
export type Money = z.infer<typeof moneySchema>;

/** Whole paise (1/100 Indian rupee): the only form in which money is reckoned. */
export type Paise = number & { readonly __unit: 'paisa' };

/**
 * States a number as whole paise.
 * @throws RangeError where it is not a whole number from 0 up.
 */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`paise must be a whole number from 0 up, not ${value}`);
  }
  return value as Paise;
}

/** Paise of an amount in rupees, half up: 1374.05 is 137405. */
export function toPaise(rupees: number): Paise {
  if (!Number.isFinite(rupees) || rupees < 0) {
    throw new RangeError(`an amount in rupees must be a finite number from 0 up, not ${rupees}`);
  }
  return paise(Number(halfUp(scaled(rupees, 2))));
}

/** Rupees with at most two decimals, as they stand on the wire. */
export function toRupees(value: Paise): number {
  return value / 100;
}

/** What a mass costs at a price a tonne, half up to the paisa. Exact: reckoned in whole numbers. */
export function priceOf(mass: Grams, perTonne: Paise): Paise {
  return paise(Number(divideHalfUp(BigInt(mass) * BigInt(perTonne), BigInt(GRAMS_PER_CREDIT))));
}
