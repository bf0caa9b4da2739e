import { exponentOf, fromMinorUnits, type Locale, type Money, minorUnits } from '@flight-offset/core';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';

/** Tags without a region that are read in India more than anywhere else. */
const INDIAN: Readonly<Record<string, string>> = { en: 'en-IN', hi: 'hi-IN' };

/** The tag by which `Intl` formats for a locale. */
export function formattingTag({ tag }: Locale): string {
  return INDIAN[tag] ?? tag;
}

/** A number, with at most so many decimals. */
export function formatNumber(number: number, locale: Locale, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(formattingTag(locale), { maximumFractionDigits }).format(number);
}

/** Minor units of a currency, with as many decimals as it has: ₹1,374.05, ¥1,374. */
export function formatMoney({ currency, amount_minor }: Money, locale: Locale): string {
  const digits = exponentOf(currency);
  const money = new Intl.NumberFormat(formattingTag(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const text = money.format(fromMinorUnits(minorUnits(amount_minor), currency));
  // From right to left, US$ at the end is drawn as $US, unless a mark from left to right follows.
  return text.replace(/\u200f.*[A-Z]\p{Sc}$/u, '$&\u200e');
}

/** Grams as kilograms below a tonne and as tonnes from there on, to the gram. */
export function formatMass(grams: number, locale: Locale): string {
  const tonnes = grams >= 1_000_000;
  const text = formatNumber(grams / (tonnes ? 1e6 : 1e3), locale, tonnes ? 6 : 3);
  return fill(textsFor(locale)[tonnes ? 'tonnes' : 'kilograms'], { n: text });
}

/** A date in words, UTC. */
export function formatDate(at: number, locale: Locale): string {
  const date = new Intl.DateTimeFormat(formattingTag(locale), { dateStyle: 'long', timeZone: 'UTC' });
  return date.format(new Date(at));
}
