import { isCurrency, type Money } from '@flight-offset/core';
import { formatMinorUnits } from '@flight-offset/core/server';

/** Money with its currency and the decimals of that: ₹1,374.05, ¥1,374. With an unknown currency, as it was stated. */
export function formatMoney({ currency, amount_minor }: Money): string {
  if (!isCurrency(currency)) return `${amount_minor} minor units of ${currency}`;
  return formatMinorUnits(amount_minor, currency, 'en');
}
