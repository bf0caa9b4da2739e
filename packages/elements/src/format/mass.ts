import { fill } from '../messages/fill.ts';

/** Returns the grams to which an estimate is rounded: 0.1 kg below 10 kg, whole kilograms from there. */
export const stepOf = (grams: number): number => (grams < 9950 ? 100 : 1000);

/** Grams from which masses are in tonnes: ten tonnes, after rounding. */
const TONNES_FROM = 9_999_500;

/**
 * Creates a formatter of masses for a traveller: in kilograms, or in tonnes with as many digits.
 *
 * @param locale Tag for `Intl`.
 * @param tonnes How the language writes tonnes, with `{n}`.
 * @param total Grams that decide the unit: tonnes from ten tonnes.
 * @returns Writes a mass in grams, rounded to `step` grams: by default as an estimate; 100 for purchases.
 */
export const massFormat =
  (locale: string, tonnes: string, total: number) =>
  (grams: number, step: number = stepOf(grams)): string => {
    const rounded = Math.round(grams / step) * step;
    return total >= TONNES_FROM
      ? fill(tonnes, { n: (rounded / 1e6).toLocaleString(locale) }).join('')
      : (rounded / 1000).toLocaleString(locale, { style: 'unit', unit: 'kilogram' });
  };
