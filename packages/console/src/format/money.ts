import { isCurrency, type Money } from '@flight-offset/core';
import { formatMinorUnits } from '@flight-offset/core/server';

/**
 * Formats money with its currency and that currency's decimals: ₹1,374.05, ¥1,374. If the currency is unknown, as it
 * was stated.
 */
export function formatMoney({ currency, amount_minor }: Money): string {
  if (!isCurrency(currency)) return `${amount_minor} minor units of ${currency}`;
  return formatMinorUnits(amount_minor, currency, 'en');
}
