import { exponentOf, isCurrency } from '@flight-offset/core';
import { localTime } from './local-time.ts';

/** A row of a list, or an object, as a command returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** A moment, milliseconds since 1970, by the name of its field. */
const TIME = /(?:^|_)(?:at|since|until)$|^(?:cutoff|effective_from)$/;
const MONEY = /(?:^|_)minor(?:_per_tonne)?$/;
const MASS = /^grams(?:_|$)/;
const YES_OR_NO = new Set(['active', 'sandbox', 'refund_webhooks']);

/** What stands where there is no value. */
const NONE = '–';

/** Control characters and those that change the direction of text: what others wrote must not steer a terminal. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text on one line, with whatever would steer the terminal written out. */
export function harmless(text: string): string {
  return text.replace(STEERING, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Whether a value is a moment. */
export function isTime(name: string): boolean {
  return TIME.test(name);
}

/** Whether a value reads best aligned to the right. */
export function isQuantity(name: string, value: unknown): boolean {
  return MONEY.test(name) || MASS.test(name) || (typeof value === 'number' && !isTime(name));
}

/** Grams as kilograms, from a tonne up as tonnes; exact. */
function massText(grams: number): string {
  const isTonnes = Math.abs(grams) >= 1_000_000;
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: isTonnes ? 6 : 3 });
  return `${number.format(grams / (isTonnes ? 1e6 : 1e3))} ${isTonnes ? 't' : 'kg'}`;
}

/** Minor units of a currency with as many decimals as it has: `1,374.05 INR`, `1,374 JPY`. */
function moneyText(minor: number, currency: string): string {
  const digits = exponentOf(currency);
  const number = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number.format(minor / 10 ** digits)} ${currency}`;
}

/** The currency of a money field: rupees where its name says so, otherwise that of its row. */
function currencyOf(name: string, row: Row): string | undefined {
  if (/(?:^|_)inr_minor$/.test(name)) return 'INR';
  return typeof row.currency === 'string' && isCurrency(row.currency) ? row.currency : undefined;
}

/** Whether a row's currency is shown with its amounts, so that it needs no column. */
export function showsCurrency(row: Row): boolean {
  return currencyOf('', row) !== undefined && Object.keys(row).some((name) => MONEY.test(name));
}

/** A value for people: times local, money in its currency, mass in kilograms or tonnes. */
export function fieldText(name: string, value: unknown, row: Row): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'number') {
    if (isTime(name)) return value === 0 ? NONE : localTime(value);
    if (MASS.test(name)) return massText(value);
    const currency = MONEY.test(name) ? currencyOf(name, row) : undefined;
    if (currency !== undefined) return moneyText(value, currency);
    if (YES_OR_NO.has(name)) return value === 1 ? 'yes' : 'no';
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    return value.length === 0 ? NONE : value.map((one) => fieldText('', one, row)).join(', ');
  }
  if (typeof value === 'object') {
    const { currency, amount_minor } = value as Row;
    if (typeof currency === 'string' && typeof amount_minor === 'number')
      return moneyText(amount_minor, currency);
    return harmless(JSON.stringify(value));
  }
  return harmless(String(value));
}

/** The heading of a field: `merchant_id` is `merchant`, `created_at` is `created`. */
export function fieldTitle(name: string): string {
  if (name === 'grams') return 'mass';
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^grams_|(?<=.)(?<!tax)_(?:id|at|minor)$/g, '')
    .replace(/_minor_/g, '_')
    .replace(/^minor_per/, 'price_per');
  return words.replaceAll('_', ' ');
}
