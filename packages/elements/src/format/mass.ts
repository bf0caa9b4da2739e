import { fill } from '../messages/fill.ts';

/** Grams to which an estimate is rounded: 0.1 kg below 10 kg, whole kilograms from there. */
export const stepOf = (grams: number): number => (grams < 9950 ? 100 : 1000);

/** Grams from which a card is in tonnes: ten tonnes, as they are rounded. */
export const TONNES_FROM = 9_999_500;

/**
 * A mass for a traveller, in kilograms, or in tonnes with as many digits.
 *
 * @param grams Mass in grams.
 * @param locale Tag for `Intl`.
 * @param tonnes How the language writes tonnes, with `{n}`; `false` for kilograms.
 * @param step Grams to which it is rounded: by default those of an estimate; 100 for what is bought.
 */
export function formatMass(
  grams: number,
  locale: string,
  tonnes: string | false,
  step: number = stepOf(grams),
): string {
  const rounded = Math.round(grams / step) * step;
  return tonnes
    ? fill(tonnes, { n: (rounded / 1e6).toLocaleString(locale) }).join('')
    : (rounded / 1000).toLocaleString(locale, { style: 'unit', unit: 'kilogram' });
}
