import type { Locale, Money } from '@flight-offset/core';
import { formatMinorUnits } from '@flight-offset/core/server';
import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-span.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';

/** Tags without a region that are read in India more than anywhere else. */
const INDIAN: Readonly<Record<string, string>> = { en: 'en-IN', hi: 'hi-IN' };

/** Returns the tag by which `Intl` formats for a locale. */
export function formattingTag({ tag }: Locale): string {
  return INDIAN[tag] ?? tag;
}

/** Formatters are slow to create, and large. Browsers choose the locales, so the number kept is bounded. */
const KEPT = 100;
const numbers = new LRUCache<string, Intl.NumberFormat>({
  max: KEPT,
  memoMethod(key) {
    const [tag, digits, style] = key.split(' ') as [string, string, 'decimal' | 'percent'];
    return new Intl.NumberFormat(tag, { style, maximumFractionDigits: Number(digits) });
  },
});
const dates = new LRUCache<string, Intl.DateTimeFormat>({
  max: KEPT,
  memoMethod: (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }),
});

const moments = new LRUCache<string, Intl.DateTimeFormat>({
  max: KEPT,
  memoMethod: (tag) =>
    new Intl.DateTimeFormat(tag, {
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
});

type SpanUnit = 'second' | 'minute' | 'hour' | 'day';

const spans = new LRUCache<string, Intl.NumberFormat>({
  max: KEPT,
  memoMethod(key) {
    const [tag, unit] = key.split(' ') as [string, SpanUnit];
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' });
  },
});

/** Formats a number with a maximum of decimals. */
export function formatNumber(number: number, locale: Locale, maximumFractionDigits = 0): string {
  return numbers.memo(`${formattingTag(locale)} ${maximumFractionDigits} decimal`).format(number);
}

/** Formats a rate in percent, with at most four decimals. */
export function formatPercent(rate: number, locale: Locale): string {
  return numbers.memo(`${formattingTag(locale)} 4 percent`).format(rate / 100);
}

/** Formats minor units of a currency, with as many decimals as it has: ₹1,374.05, ¥1,374. */
export function formatMoney({ currency, amount_minor }: Money, locale: Locale): string {
  return formatMinorUnits(amount_minor, currency, formattingTag(locale));
}

/** Formats grams as kilograms below a tonne, and as tonnes from one tonne up, to the gram. */
export function formatMass(grams: number, locale: Locale): string {
  const tonnes = grams >= 1_000_000;
  const text = formatNumber(grams / (tonnes ? 1e6 : 1e3), locale, tonnes ? 6 : 3);
  return fill(textsFor(locale)[tonnes ? 'tonnes' : 'kilograms'], { n: text });
}

/** Writes the first of a month in French as an ordinal, which `Intl` does not. */
function withOrdinal(date: string, { language }: Locale): string {
  return language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date;
}

/** Formats a date in words, UTC. */
export function formatDate(at: number, locale: Locale): string {
  return withOrdinal(dates.memo(formattingTag(locale)).format(new Date(at)), locale);
}

/** Formats the day and minute of a moment, without its year, UTC with its zone. */
export function formatMoment(at: number, locale: Locale): string {
  return withOrdinal(moments.memo(formattingTag(locale)).format(new Date(at)), locale);
}

function unitOf(ms: number): readonly [unit: SpanUnit, size: number] {
  if (ms < MINUTE_MS) return ['second', SECOND_MS];
  if (ms < 2 * HOUR_MS) return ['minute', MINUTE_MS];
  if (ms < 3 * DAY_MS) return ['hour', HOUR_MS];
  return ['day', DAY_MS];
}

/**
 * Formats a duration, rounded down: in seconds below a minute, in minutes below two hours, in hours below three days,
 * then in days.
 */
export function formatSpan(ms: number, locale: Locale): string {
  const [unit, size] = unitOf(ms);
  return spans.memo(`${formattingTag(locale)} ${unit}`).format(Math.floor(ms / size));
}

/** Formats the day of a moment in words, with its zone: around midnight, the reader's day may be another one. */
export function formatDayOf(at: number, locale: Locale): string {
  return `${formatDate(at, locale)} (UTC)`;
}
