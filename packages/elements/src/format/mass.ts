import { fill } from '../messages/fill.ts';

/** Grams to which an estimate is rounded: 0.1 kg below 10 kg, whole kilograms from there. */
export const stepOf = (grams: number): number => (grams < 9950 ? 100 : 1000);

/**
 * A mass for a traveller: kilograms, or tonnes from 1 000 kg on.
 *
 * @param grams Mass in grams.
 * @param locale Tag for `Intl`.
 * @param tonnes How the language writes tonnes, with `{n}`.
 * @param step Grams to which kilograms are rounded: by default those of an estimate; 100 for what is bought.
 */
export function formatMass(
  grams: number,
  locale: string,
  tonnes: string,
  step: number = stepOf(grams),
): string {
  const kilograms = grams / 1000;
  return kilograms < 999.5
    ? kilograms.toLocaleString(locale, {
        style: 'unit',
        unit: 'kilogram',
        maximumFractionDigits: +(step < 1000),
      })
    : fill(tonnes, { n: (kilograms / 1000).toLocaleString(locale) }).join('');
}
