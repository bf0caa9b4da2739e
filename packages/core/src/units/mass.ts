import * as z from 'zod';
import { halfUp, scaled } from './decimal.ts';

/** Units in which the interface states an emission amount. */
export const EMISSION_UNITS = ['kgCO2', 'tonCO2e'] as const;

/** Unit of an emission amount. */
export type EmissionUnit = (typeof EMISSION_UNITS)[number];

/** Unit of an emission amount. */
export const emissionUnitSchema: z.ZodEnum<{ [U in EmissionUnit]: U }> = z
  .enum(EMISSION_UNITS)
  .meta({ id: 'EmissionUnit' });

/** Whole grams of CO2e: the only mass that is priced, allocated and retired. */
export type Grams = number & { readonly __unit: 'gram' };

/** Powers of ten from a unit to grams. */
const DIGITS_TO_GRAMS: Record<EmissionUnit, number> = { kgCO2: 3, tonCO2e: 6 };

/** Maximum grams per order: 10⁹ kg. */
export const MAX_ORDER_GRAMS: Grams = 1e12 as Grams;

/** Maximum of an emission amount in either unit, as JSON Schema states it; for tonnes, see {@link TONNES_IN_ORDER}. */
export const MAX_AMOUNT = { maximum: MAX_ORDER_GRAMS / 1e3 } as const;

/** A body may not hold more tonnes than {@link MAX_ORDER_GRAMS}, as JSON Schema states it. */
export const TONNES_IN_ORDER = {
  not: {
    properties: {
      emission_unit: { const: 'tonCO2e' },
      emission_amount: { exclusiveMinimum: MAX_ORDER_GRAMS / 1e6 },
    },
    required: ['emission_unit', 'emission_amount'],
  },
} as const;

/** Grams of one carbon credit: a tonne. */
export const GRAMS_PER_CREDIT = 1_000_000;

/**
 * Types a number as whole grams.
 * @throws RangeError if it is not a whole number from 0 up.
 * @example
 * grams(1500); // 1500
 */
export function grams(value: number): Grams {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`grams must be a whole number from 0, not ${value}`);
  }
  return value as Grams;
}

/**
 * Converts an amount to whole grams, half up over the decimal digits of the number as it is written (1.0005 kg is 1001
 * g, though its binary form lies a little below).
 * @throws RangeError if the amount is negative, not finite, or above {@link MAX_ORDER_GRAMS}.
 * @example
 * toGrams(1.5, 'kgCO2'); // 1500
 * toGrams(1.5, 'tonCO2e'); // 1500000
 */
export function toGrams(amount: number, unit: EmissionUnit): Grams {
  if (!Number.isFinite(amount) || amount < 0) {
    throw new RangeError(`an emission amount must be a finite number from 0, not ${amount}`);
  }
  const whole = Number(halfUp(scaled(amount, DIGITS_TO_GRAMS[unit])));
  if (whole > MAX_ORDER_GRAMS) throw new RangeError('an emission amount must be at most 1000000000 kg');
  return whole as Grams;
}

/**
 * Converts grams to a unit of the interface, exact to the gram: 1500 g is 1.5 kgCO2 or 0.0015 tonCO2e.
 * @example
 * fromGrams(grams(1500), 'kgCO2'); // 1.5
 */
export function fromGrams(value: Grams, unit: EmissionUnit): number {
  return value / 10 ** DIGITS_TO_GRAMS[unit];
}
