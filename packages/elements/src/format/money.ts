/**
 * An amount of money in the locale.
 *
 * @param amount Amount in units of the currency, not minor units.
 * @param locale Tag for `Intl`.
 * @param currency ISO 4217 code; the amounts of the service interface are in INR.
 */
export function formatMoney(amount: number, locale: string, currency = 'INR'): string {
  return amount.toLocaleString(locale, { style: 'currency', currency });
}
