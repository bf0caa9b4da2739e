import { exponentOf, fromMinorUnits, type Money, minorUnits } from '@flight-offset/core';

/** Money with its currency and as many decimals as that has: ₹1,374.05, ¥1,374. */
export function formatMoney({ currency, amount_minor }: Money): string {
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
