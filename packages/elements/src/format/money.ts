import type { Price } from '@flight-offset/core';

/**
 * A price in the locale, as it is formatted already or from its minor units; `undefined` where neither can be done, as
 * browsers do not know its currency.
 *
 * @param locale Tag for `Intl`.
 */
export function formatPrice(
  { amountMinor, currency, formatted }: Pick<Price, 'amountMinor' | 'currency'> & Partial<Price>,
  locale: string,
): string | undefined {
  if (formatted) return formatted;
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const text = format.format(amountMinor / 10 ** format.resolvedOptions().maximumFractionDigits!);
    // From right to left, US$ at the end is drawn as $US, unless a mark from left to right follows.
    return text.replace(/\u200f.*[A-Z]\p{Sc}$/u, '$&\u200e');
  } catch {
    // What else is known of the order must not go with its price.
  }
}

/**
 * An amount of the service interface, which is in INR, in the locale.
 *
 * @param amount Amount in rupees, not minor units.
 * @param locale Tag for `Intl`.
 */
export function formatMoney(amount: number, locale: string): string {
  return amount.toLocaleString(locale, { style: 'currency', currency: 'INR' });
}
