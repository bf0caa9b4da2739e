import { exponentOf, fromMinorUnits, isCurrency, type Money, minorUnits } from '@flight-offset/core';

/** Money with its currency and as many decimals as that has: ₹1,374.05, ¥1,374. Of one that is not known here, as it was stated. */
export function formatMoney({ currency, amount_minor }: Money): string {
  if (!isCurrency(currency)) return `${amount_minor} minor units of ${currency}`;
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const amount = fromMinorUnits(minorUnits(Math.abs(amount_minor)), currency);
  return format.format(amount_minor < 0 ? -amount : amount);
}
