import { exponentOf, isCurrency, isDay } from '@flight-offset/core';
import type { Row } from '../csv/read-rows.ts';
import { ReportError } from './report-line.ts';

/** Maximum length of an identifier, characters. */
const MAX_IDENTIFIER = 255;
/** Above this, the sums of a month would no longer be exact. */
const MAX_MINOR = 1e12;

/** Reads the cells of one row. Errors name an invalid cell by line and column. */
export interface ReportRow {
  /** A cell, trimmed; empty if the column is missing. */
  text(column: string): string;
  /** A cell that must not be empty. */
  nonEmptyText(column: string): string;
  /** A cell that must hold an identifier. */
  identifier(column: string): string;
  /** An ISO 4217 code, in capitals however the report writes it. */
  currency(column: string): string;
  /** An amount in whole units of a currency, such as `-12.50`, in minor units: exact, nothing is rounded. */
  amount(column: string, currency: string): number;
  /** The date of a time such as `2026-11-30 00:00:00`, `2026-11-30T00:00:00` or `30/11/2026 00:00:00`. */
  date(column: string): string;
  /** Creates the error of a cell. */
  fault(column: string, problem: string): ReportError;
}

/** Creates a reader of a row. @param line the row's line in the file, for messages. */
export function reportRow(row: Row, line: number): ReportRow {
  const text = (column: string): string => row[column] ?? '';
  // A cell may hold anything, so the message shows only its beginning, on one line.
  const shown = (column: string): string => JSON.stringify(text(column).slice(0, 40));
  const fault = (column: string, problem: string): ReportError =>
    new ReportError(`line ${line}, ${column}: ${problem}`);

  function nonEmptyText(column: string): string {
    const cell = text(column);
    if (cell === '') throw fault(column, 'is empty');
    return cell;
  }

  function identifier(column: string): string {
    const cell = nonEmptyText(column);
    if (cell.length > MAX_IDENTIFIER || !/^[\x21-\x7e]+$/.test(cell))
      throw fault(column, `${shown(column)} is not an identifier`);
    return cell;
  }

  function currency(column: string): string {
    const code = text(column).toUpperCase();
    if (!isCurrency(code)) throw fault(column, `${shown(column)} is not an ISO 4217 currency code`);
    return code;
  }

  function amount(column: string, of: string): number {
    const digits = exponentOf(of);
    const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text(column)) ?? [];
    if (sign === undefined) throw fault(column, `${shown(column)} is not an amount such as 1374.05`);
    if (/[1-9]/.test(fraction.slice(digits)))
      throw fault(column, `${shown(column)} has more decimals than ${of}`);
    const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
    if (minor > MAX_MINOR) throw fault(column, `${shown(column)} is too large`);
    // Not -0, which comparisons treat as another value.
    return sign === '-' && minor !== 0 ? -minor : minor;
  }

  function date(column: string): string {
    const cell = text(column);
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(cell) ?? [];
    const [, indianDay, indianMonth, indianYear] = /^(\d\d)\/(\d\d)\/(\d{4})(?: .*)?$/.exec(cell) ?? [];
    const iso = `${year ?? indianYear}-${month ?? indianMonth}-${day ?? indianDay}`;
    if (!isDay(iso)) throw fault(column, `${shown(column)} is not a date such as 2026-11-30`);
    return iso;
  }

  return { text, nonEmptyText, identifier, currency, amount, date, fault };
}
