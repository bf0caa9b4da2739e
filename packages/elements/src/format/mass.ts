import { fill } from '../messages/fill.ts';

/**
 * A mass for a traveller: one decimal below 10 kg, none from there, tonnes from 1 000 kg.
 *
 * @param grams Mass in grams.
 * @param locale Tag for `Intl`.
 * @param tonnes How the language writes tonnes, with `{n}`.
 * @param decimals Decimals of tonnes: 2 for an estimate, 3 for what is bought.
 */
export function formatMass(grams: number, locale: string, tonnes: string, decimals = 2): string {
  const kilograms = grams / 1000;
  return kilograms < 999.5
    ? kilograms.toLocaleString(locale, {
        style: 'unit',
        unit: 'kilogram',
        maximumFractionDigits: +(kilograms < 9.95),
      })
    : fill(tonnes, {
        n: (kilograms / 1000).toLocaleString(locale, {
          minimumFractionDigits: 2,
          maximumFractionDigits: decimals,
        }),
      }).join('');
}
