import { exponentOf, isCurrency, toMinorUnits } from '@flight-offset/core';

/**
 * Reads an amount of a bank statement, such as `975.20`; negative if the provider debited the account.
 * @returns minor units, or why the text is invalid, to be read after the name of the field.
 */
export function parseBankAmount(
  text: string,
  currency: string,
): { readonly minor: number } | { readonly problem: string } {
  if (!isCurrency(currency)) return { problem: 'must be in a currency of ISO 4217, such as EUR' };
  const [, sign, whole, decimals = ''] = /^(-?)(\d{1,12}(?:\.(\d+))?)$/.exec(text) ?? [];
  if (whole === undefined) return { problem: 'must be a number such as 975.20' };
  if (decimals.length > exponentOf(currency)) return { problem: `has more decimals than ${currency}` };
  const minor = toMinorUnits(Number(whole), currency);
  // Not -0, which comparisons treat as another value.
  return { minor: sign === '-' && minor !== 0 ? -minor : minor };
}
