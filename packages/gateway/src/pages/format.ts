import { exponentOf, fromMinorUnits, type Money, minorUnits } from '@flight-offset/core';
import type { Language } from './messages.ts';

const LOCALES: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN' };

/** Minor units of a currency, with as many decimals as it has: ₹1,374.05, ¥1,374. */
export function formatMoney({ currency, amount_minor }: Money, language: Language): string {
  const digits = exponentOf(currency);
  const money = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return money.format(fromMinorUnits(minorUnits(amount_minor), currency));
}

/** Grams as kilograms below a tonne and as tonnes from there on, to the gram. */
export function formatMass(grams: number, language: Language): string {
  const tonnes = grams >= 1_000_000;
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: tonnes ? 6 : 3 });
  return `${number.format(grams / (tonnes ? 1e6 : 1e3))} ${tonnes ? 't' : 'kg'} CO₂e`;
}

/** A date in words, UTC. */
export function formatDate(at: number, language: Language): string {
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return date.format(new Date(at));
}

/** The last characters of an order's identifier: enough for a person to tell it apart. */
export function shortId(id: string): string {
  return id.slice(-8);
}
