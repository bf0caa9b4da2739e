import { exponentOf } from '@flight-offset/core';

/** Writes minor units, which may be negative, as a decimal number with the digits of the currency. */
export function decimalText(minor: number, currency: string): string {
  const digits = exponentOf(currency);
  if (digits === 0) return String(minor);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  return `${minor < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
