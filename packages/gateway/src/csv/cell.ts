import { decimalText } from './decimal-text.ts';

/**
 * Where a formula may begin: at the start of a text or, since some readers split cells at other separators than the
 * comma, after any separator; behind spaces, quotes and invisible characters. Beside the ASCII signs stand their
 * full-width and small forms, which some spreadsheets read as the same.
 */
const FORMULA =
  /(?<![^;,|\t\r\n])(?=[\s\p{C}"']*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;

/** Leading whitespace by which some readers are brought to evaluate what follows. */
const LEADING_CONTROL = /^[\t\r\n]/;

/** An amount: its cell is a decimal number with the digits of the currency, such as `-3.20`. */
export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/** What a cell may hold. */
export type Value = string | number | Amount | null;

/**
 * A value as a cell (RFC 4180). Wherever a spreadsheet would take a part of a text for a formula, an apostrophe
 * stands before it.
 */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'object') return decimalText(value.minor, value.currency);
  if (typeof value === 'number') return String(value);
  const escaped = value.replace(FORMULA, "'");
  const harmless = LEADING_CONTROL.test(escaped) ? `'${escaped}` : escaped;
  return /[",;|\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of CSV, with its end. */
export function csvRow(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
