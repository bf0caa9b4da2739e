import type { Price } from '@flight-offset/core';

/**
 * A price in the locale, as it is formatted already or from its minor units.
 *
 * @param locale Tag for `Intl`.
 */
export function formatPrice(
  { amountMinor, currency, formatted }: Pick<Price, 'amountMinor' | 'currency'> & Partial<Price>,
  locale: string,
): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return formatted ?? format.format(amountMinor / 10 ** format.resolvedOptions().maximumFractionDigits!);
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
