import { massFormat } from './mass.ts';

/**
 * Writes the purchased mass for a traveller or for staff: to 0.1 kg, or in tonnes from ten tonnes.
 *
 * @param grams Mass in grams.
 * @param locale Tag for `Intl`.
 * @param tonnes How the language writes tonnes, with `{n}`.
 */
export const boughtMass = (grams: number, locale: string, tonnes: string): string =>
  massFormat(locale, tonnes, grams)(grams, 100);
