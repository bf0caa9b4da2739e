import { type Flight, MAX_ORDER_GRAMS } from '@flight-offset/core';
import { checkNumber } from '@flight-offset/core/server';

/** Options for the amounts to offer, and for what counts into the footprint. */
export interface AmountOptions {
  /** Parts of the footprint to offer, 1 for all of it, in the order in which they are shown. Default `[1]`. */
  readonly fractions?: readonly number[];
  /** Minimum grams of an option; smaller amounts are raised to it. Default 0. */
  readonly minimumGrams?: number;
  /** Choices are rounded up to whole multiples of this many grams, 1000 for whole kilograms. Default 1. */
  readonly roundToGrams?: number;
  /**
   * Adds the ground handling of each airport visited, grams per traveller with a seat: `true` for
   * {@link GROUND_GRAMS_PER_AIRPORT}, or a figure of your own. Off by default, and always named in the quote.
   */
  readonly groundEmissions?: boolean | number;
  /** How much an infant on a lap counts, as a part of a seat in the same cabin. Default 0: it has no own seat. */
  readonly infantFraction?: number;
}

/** Ground emissions of one airport visited, grams of CO2e per passenger. */
export const GROUND_GRAMS_PER_AIRPORT = 1710;

/** Amount options with their defaults. */
export interface Amounts {
  readonly fractions: readonly number[];
  readonly minimumGrams: number;
  readonly roundToGrams: number;
  readonly groundGrams: number;
  readonly infantFraction: number;
}

/** Validates the options once. @throws TypeError that names the invalid option. */
export function resolveAmounts(options: AmountOptions = {}): Amounts {
  const {
    fractions = [1],
    minimumGrams = 0,
    roundToGrams = 1,
    groundEmissions = false,
    infantFraction = 0,
  } = options;
  if (
    !Array.isArray(fractions) ||
    fractions.length === 0 ||
    fractions.length > 20 ||
    !fractions.every((one) => Number.isFinite(one) && one > 0 && one <= 100)
  ) {
    throw new TypeError(
      'amounts.fractions must be a list of 1 to 20 numbers from above 0 to 100, such as [0.5, 1]',
    );
  }
  const groundGrams = groundEmissions === true ? GROUND_GRAMS_PER_AIRPORT : Number(groundEmissions);
  for (const [name, value] of Object.entries({
    minimumGrams,
    groundEmissions: groundGrams,
    infantFraction,
  })) {
    checkNumber(`amounts.${name}`, value, { max: MAX_ORDER_GRAMS });
  }
  if (!(Number.isSafeInteger(roundToGrams) && roundToGrams > 0)) {
    throw new TypeError('amounts.roundToGrams must be a whole number from 1');
  }
  return { fractions, minimumGrams, roundToGrams, groundGrams, infantFraction };
}

/** Returns the whole grams that a fraction of a footprint buys. */
export function gramsOfFraction(gramsTotal: number, fraction: number, amounts: Amounts): number {
  const { minimumGrams, roundToGrams } = amounts;
  // The product of two decimals may be slightly above a whole number; that must not cost a multiple.
  const wanted = Math.max(Math.round(gramsTotal * fraction), minimumGrams);
  return Math.ceil(wanted / roundToGrams) * roundToGrams;
}

/** Returns the airports of an itinerary, in order; a change of planes at one airport is one visit. */
export function airportsVisited(legs: readonly Flight[]): string[] {
  const stops = legs.flatMap(({ origin, destination }) => [origin.toUpperCase(), destination.toUpperCase()]);
  return stops.filter((airport, index) => airport !== stops[index - 1]);
}
