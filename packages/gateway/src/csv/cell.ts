import { decimalText } from './decimal-text.ts';

/** Signs with which a formula begins. Some spreadsheets read the full-width and small forms like the ASCII ones. */
const SIGN = String.raw`[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]`;

/** Characters that may precede a sign: spaces, quotes and invisible ones. */
const BEFORE_SIGN = String.raw`[\s\p{C}"']*`;

/**
 * Where a formula may begin: at the start of a text or, since some readers split cells at other separators than the comma,
 * after any separator.
 */
const FORMULA = new RegExp(String.raw`(?<![^;,|\t\r\n])(?=${BEFORE_SIGN}${SIGN})`, 'gu');

/** The sign of such a formula in an object as JSON, which begins with a brace and escapes tabs and line ends. */
const SIGN_IN_JSON = new RegExp(`(?<=[;,|]${BEFORE_SIGN})${SIGN}`, 'gu');

/** Leading whitespace that makes some readers evaluate the rest. */
const LEADING_CONTROL = /^[\t\r\n]/;

/** An amount: its cell is a decimal number with the digits of the currency, such as `-3.20`. */
export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/** Value of a cell. */
export type Value = string | number | Amount | null;

/**
 * Writes a value as a cell (RFC 4180). An apostrophe is added before each part of a text that a spreadsheet would take
 * for a formula.
 */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'object') return decimalText(value.minor, value.currency);
  if (typeof value === 'number') return String(value);
  const escaped = value.replace(FORMULA, "'");
  const harmless = LEADING_CONTROL.test(escaped) ? `'${escaped}` : escaped;
  return /[",;|\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Prepares an object's JSON for a cell. If a spreadsheet would take a part of it for a formula, the sign is written as
 * JSON's own escape: an apostrophe would change a value, and before a name it would be invalid JSON.
 */
export function jsonForCell(json: string): string {
  return json.replace(SIGN_IN_JSON, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes a line of CSV, with its end. */
export function csvRow(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
