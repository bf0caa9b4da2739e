import type { Price } from '@flight-offset/core';

/**
 * Currencies without minor units by ISO 4217, and those with thousandths. The browsers' decimals are no substitute:
 * they write HUF and IDR in whole units, though a price in them is in hundredths.
 */
const WHOLE = 'JPY KRW ISK CLP VND XAF XOF XPF BIF DJF GNF KMF PYG RWF UGX UYI VUV';
const THOUSANDTHS = 'BHD IQD JOD KWD LYD OMR TND';

/**
 * Writes a price in the locale: as already formatted, or from its minor units; `undefined` if it is not formatted and
 * the browser does not know its currency.
 *
 * @param locale Tag for `Intl`.
 */
export function formatPrice(
  { amountMinor, currency, formatted }: Pick<Price, 'amountMinor' | 'currency'> & Partial<Price>,
  locale: string,
): string | undefined {
  if (formatted) return formatted;
  try {
    const digits = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2;
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
    });
    const text = format.format(amountMinor / 10 ** digits);
    // In right-to-left text, US$ at the end is drawn as $US, unless a left-to-right mark follows.
    return text.replace(/\u200f.*[A-Z]\p{Sc}$/u, '$&\u200e');
  } catch {
    // An unknown currency must not hide the rest of the order.
  }
}

/**
 * Writes an amount of the service interface, which is in INR, in the locale.
 *
 * @param amount Amount in rupees, not minor units.
 * @param locale Tag for `Intl`.
 */
export function formatMoney(amount: number, locale: string): string {
  return amount.toLocaleString(locale, { style: 'currency', currency: 'INR' });
}
