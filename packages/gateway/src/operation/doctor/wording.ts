import { GRAMS_PER_CREDIT } from '@flight-offset/core';

/** A mass in words: `1,200.500 t`. */
export function tonnes(grams: number): string {
  const number = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return `${number.format(grams / GRAMS_PER_CREDIT)} t`;
}

/** Identifiers that a line names. */
const MAX_NAMED = 20;

/** Identifiers in a line; the first of many. */
export function named(ids: readonly string[]): string {
  const all = [...new Set(ids)];
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
  return `${all.slice(0, MAX_NAMED).join(', ')}${more}`;
}
