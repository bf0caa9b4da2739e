import { exponentOf, isCurrency, toMinorUnits } from '@flight-offset/core';

/**
 * An amount as a person reads it on a bank statement, such as `975.20`, in minor units.
 * @returns undefined where it is no such amount, has more decimals than the currency, or the currency is unknown.
 */
export function bankAmount(text: string, currency: string): number | undefined {
  if (!isCurrency(currency)) return undefined;
  const found = /^\d{1,12}(?:\.(\d+))?$/.exec(text);
  if (!found || (found[1] ?? '').length > exponentOf(currency)) return undefined;
  return toMinorUnits(Number(text), currency);
}
