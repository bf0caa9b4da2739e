import { GRAMS_PER_CREDIT } from '@flight-offset/core';

/** Formats a mass: `1,200.500 t`. */
export function formatTonnes(grams: number): string {
  const number = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return `${number.format(grams / GRAMS_PER_CREDIT)} t`;
}
