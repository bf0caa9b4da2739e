import * as z from 'zod';
import { exponentOf, isCurrency } from './currency.ts';
import { divideHalfUp, halfUp, scaled } from './decimal.ts';
import { GRAMS_PER_CREDIT, type Grams } from './mass.ts';

/** ISO 4217 code of a currency in use, in capitals. */
export const currencySchema = z
  .string()
  .refine(isCurrency, 'must be an ISO 4217 currency code in capitals, such as EUR')
  .meta({ description: 'ISO 4217 code.', pattern: '^[A-Z]{3}$', examples: ['INR'] });

/** An amount of money: whole minor units of an ISO 4217 currency. */
export const moneySchema = z
  .object({
    currency: currencySchema,
    amount_minor: z
      .int()
      .min(0)
      .meta({ description: 'Whole minor units of the currency: paise, cents, yen.', examples: [137405] }),
  })
  .meta({ id: 'Money' });

/** An amount of money. */
export type Money = z.infer<typeof moneySchema>;

/** Whole minor units of a currency (paise, cents, yen): the only form in which money is calculated. */
export type MinorUnits = number & { readonly __unit: 'minor' };

/**
 * Types a number as whole minor units.
 * @throws RangeError if it is not a whole number from 0 up.
 * @example
 * minorUnits(1250); // 1250
 */
export function minorUnits(value: number): MinorUnits {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`minor units must be a whole number from 0 up, not ${value}`);
  }
  return value as MinorUnits;
}

/**
 * Converts an amount in whole units of its currency to minor units, half up: 1374.05 INR is 137405, 1374 JPY is 1374.
 * @throws RangeError if the amount is negative or not finite, or the currency is unknown.
 * @example
 * toMinorUnits(12.5, 'EUR'); // 1250
 */
export function toMinorUnits(amount: number, currency: string): MinorUnits {
  if (!Number.isFinite(amount) || amount < 0) {
    throw new RangeError(`an amount of money must be a finite number from 0 up, not ${amount}`);
  }
  return minorUnits(Number(halfUp(scaled(amount, exponentOf(currency)))));
}

/**
 * Converts minor units to whole units of the currency, with at most as many decimals as the currency has: for the wire.
 * @example
 * fromMinorUnits(minorUnits(1250), 'EUR'); // 12.5
 */
export function fromMinorUnits(value: MinorUnits, currency: string): number {
  return value / 10 ** exponentOf(currency);
}

/**
 * Converts an amount at a rate, half up to the minor unit of the target.
 * @param rate whole units of `to` for one whole unit of `from`; exact over its decimal digits as written.
 * @example
 * convert(minorUnits(1250), 'EUR', 'JPY', 160.5); // 2006
 */
export function convert(value: MinorUnits, from: string, to: string, rate: number): MinorUnits {
  const { digits, scale } = scaled(rate, exponentOf(to) - exponentOf(from));
  return minorUnits(Number(halfUp({ digits: digits * BigInt(value), scale })));
}

/**
 * Calculates the price of a mass at a price per tonne, half up to the step and at least one step: credits are never
 * retired unpaid. Only 0 g, or a price of 0, costs nothing. Exact: calculated in whole numbers, and rounded once.
 * @param step the price is a multiple of this many minor units, which an offer states in `price_step`.
 * @throws RangeError if the step is not a whole number from 1 up.
 * @example
 * priceOf(grams(1_146_000), minorUnits(2500)); // 2865
 * priceOf(grams(1_146_000), minorUnits(2500), 10); // 2870
 */
export function priceOf(mass: Grams, perTonne: MinorUnits, step = 1): MinorUnits {
  if (!isPriceStep(step)) throw new RangeError(`a step must be a whole number from 1 up, not ${step}`);
  const exact = BigInt(mass) * BigInt(perTonne);
  if (exact === 0n) return minorUnits(0);
  const steps = divideHalfUp(exact, BigInt(GRAMS_PER_CREDIT) * BigInt(step));
  return minorUnits(step * Math.max(1, Number(steps)));
}

/**
 * Whether prices can be multiples of this many minor units: a whole number from 1 up.
 * @example
 * isPriceStep(10); // true
 */
export function isPriceStep(step: unknown): step is number {
  return Number.isSafeInteger(step) && (step as number) >= 1;
}

/**
 * Calculates the value of a part, if the whole is worth `value`: in proportion, half up. The whole is worth exactly
 * `value`. Exact: calculated in whole numbers.
 * @throws RangeError if the part is negative or more than the whole, or the whole is 0.
 * @example
 * portionOf(minorUnits(1000), 1, 3); // 333
 */
export function portionOf(value: MinorUnits, part: number, whole: number): MinorUnits {
  if (!(part >= 0 && part <= whole && whole > 0))
    throw new RangeError(`${part} of ${whole} is no part of it`);
  return minorUnits(Number(divideHalfUp(BigInt(value) * BigInt(part), BigInt(whole))));
}
