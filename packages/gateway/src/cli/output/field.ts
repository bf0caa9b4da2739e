import { exponentOf, isCurrency, type Money } from '@flight-offset/core';
import { localTime, type Precision } from './local-time.ts';

/** Row of a list, or an object, as a command returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Names of fields that hold a moment: milliseconds since 1970, or ISO 8601. */
const TIME = /(?:^|_)(?:at|since|until)$|(?:At|Since|Until)$|^(?:cutoff|effective_from|oldest)$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const MONEY = /(?:^|_)minor(?:_per_tonne)?$/;
const MASS = /^grams(?:_|$)/;
const YES_OR_NO = new Set(['active', 'sandbox', 'refund_webhooks']);

/** A moment that people copy into a file for a command: its format is that of the file, the same on every machine. */
const COPIED = 'effective_from';

/** Shown in place of a missing value. */
const NONE = '–';

/** Control characters and those that change the direction of text: foreign text must not control a terminal. */
const STEERING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes the characters of a single line that would control the terminal. */
export function escapeControls(text: string): string {
  return text.replace(STEERING, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Does the same as {@link escapeControls} for a text of several lines. @param end line ending. */
export function escapeControlsInLines(text: string, end = '\n'): string {
  return text.split(end).map(escapeControls).join(end);
}

/** Whether a field holds a moment. */
export function isTime(name: string): boolean {
  return TIME.test(name);
}

/** Whether a value is an amount with its currency. */
export function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'currency' in value && 'amount_minor' in value;
}

/** Whether a value reads best aligned to the right. */
export function isQuantity(name: string, value: unknown): boolean {
  if (typeof value === 'number') return !isTime(name);
  return MONEY.test(name) || MASS.test(name) || isMoney(value);
}

/** Formats grams as kilograms, or as tonnes from one tonne up; exact. */
function massText(grams: number): string {
  const isTonnes = Math.abs(grams) >= 1_000_000;
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: isTonnes ? 6 : 3 });
  return `${number.format(grams / (isTonnes ? 1e6 : 1e3))} ${isTonnes ? 't' : 'kg'}`;
}

/** Formats minor units with the decimals of the currency: `1,374.05 INR`, `1,374 JPY`. */
function moneyText(minor: number, currency: string): string {
  const digits = exponentOf(currency);
  const number = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number.format(minor / 10 ** digits)} ${currency}`;
}

/** Returns the currency of a money field: rupees if its name says so, otherwise that of its row. */
function currencyOf(name: string, row: Row): string | undefined {
  if (/(?:^|_)inr_minor$/.test(name)) return 'INR';
  return typeof row.currency === 'string' && isCurrency(row.currency) ? row.currency : undefined;
}

/** Whether a row has an amount in the row's currency. */
export function hasAmount(row: Row): boolean {
  return Object.keys(row).some((name) => MONEY.test(name));
}

/** Whether a row's amounts show its currency, so that it needs no column. */
export function showsCurrency(row: Row): boolean {
  return currencyOf('', row) !== undefined && hasAmount(row);
}

/** Parses a text that is a JSON object or list; returns any other value unchanged. */
export function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Parses JSON columns of a row: programs, too, get a list and not a text. */
export function withParsedJson<T extends object, C extends keyof T>(
  row: T,
  ...columns: readonly C[]
): Omit<T, C> & Record<C, unknown> {
  const values = Object.fromEntries(columns.map((name) => [name, parseIfJson(row[name])]));
  return { ...row, ...(values as Record<C, unknown>) };
}

/** Formats an object within a cell: fields separated by commas; amounts without a currency take the row's. */
function objectText(value: Row, { currency }: Row, precision: Precision): string {
  if (isMoney(value)) return moneyText(value.amount_minor, value.currency);
  const fields = Object.entries(value).map(
    ([name, one]) =>
      `${escapeControls(fieldTitle(name))}: ${fieldText(name, one, { currency, ...value }, precision)}`,
  );
  return fields.length === 0 ? NONE : fields.join(', ');
}

/** Formats a moment in local time, unless a command reads it. */
function timeText(name: string, at: number, precision: Precision): string {
  return name === COPIED ? new Date(at).toISOString() : localTime(at, precision);
}

/** Formats a number by the name of its field. */
function numberText(name: string, value: number, row: Row, precision: Precision): string {
  if (isTime(name)) return value === 0 ? NONE : timeText(name, value, precision);
  if (MASS.test(name)) return massText(value);
  const currency = MONEY.test(name) ? currencyOf(name, row) : undefined;
  if (currency !== undefined) return moneyText(value, currency);
  return YES_OR_NO.has(name) ? yesOrNo(value === 1) : String(value);
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** Formats a value for people: times local, money in its currency, mass in kilograms or tonnes, never JSON. */
export function fieldText(name: string, given: unknown, row: Row, precision: Precision = 'second'): string {
  const value = parseIfJson(given);
  if (value === null || value === undefined || value === '') return NONE;
  if (isTime(name) && typeof value === 'string' && ISO_TIME.test(value))
    return timeText(name, Date.parse(value), precision);
  if (typeof value === 'number') return numberText(name, value, row, precision);
  if (typeof value === 'boolean') return yesOrNo(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? NONE : value.map((one) => fieldText('', one, row, precision)).join(', ');
  }
  if (typeof value === 'object') return objectText(value as Row, row, precision);
  return escapeControls(String(value));
}

/** Returns the heading of a field: `merchant_id` is `merchant`, `created_at` is `created`. */
export function fieldTitle(name: string): string {
  if (name === 'grams') return 'mass';
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/^grams_|(?<=.)(?:_at|_minor|(?<!tax)_id)$/g, '')
    .replace(/_minor_/g, '_')
    .replace(/^minor_per/, 'price_per');
  return words.replaceAll('_', ' ');
}
