import { isDay } from '@flight-offset/core';
import { type SerialRange, serialCount, serialRangeSchema } from '@flight-offset/core/retirement';
import { doubleQuotes } from '../csv/double-quotes.ts';
import { NOT_UTF8, NOT_UTF8_FAULT, type Row, readRows } from '../csv/read-rows.ts';
import { COLUMN_MAPS, type ColumnMap, type Registry } from './column-maps.ts';

/** Credits as a registry's public export states them. */
export interface RegistryCredits {
  /** The registry as the catalogue's projects name it. */
  readonly registry: string;
  readonly project: string;
  readonly type: string;
  readonly country: string;
  /** First year of the vintage. */
  readonly vintage: number;
  readonly serials: SerialRange;
  /** Date of the retirement or cancellation; null while the credits are in circulation. */
  readonly retiredOn: string | null;
  readonly ccpLabel: boolean;
}

/** An export that cannot be used. The message names line and column. Nothing was stored. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly code = 'invalid_export';

  constructor(problem: string) {
    super(`Nothing was imported: ${problem}`);
  }
}

/**
 * Reads a public export, row by row, in bounded memory. Columns are found by name, in any order; unknown columns are
 * skipped.
 * @throws ExportError for a missing column, an unreadable serial number or date, or a quantity that does not match.
 */
export async function* readExport(
  registry: Registry,
  file: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<RegistryCredits> {
  const map = COLUMN_MAPS[registry];
  const { serials, quantity, project, type, country, vintage, retirement, status = retirement } = map;
  const rows = readRows(map.hasSingleQuotes ? doubleQuotes(file) : file, {
    columns: [serials, quantity, project, type, country, vintage, status],
    what: `an export of ${map.registry}`,
    fault: (message) => new ExportError(message),
  });
  for await (const { row, line } of rows) yield readRow(map, row, line);
}

/** When credits were retired or cancelled: an unreadable date does not mean that credits are in circulation. */
function retiredOn(
  { retirement, status, readDate }: ColumnMap,
  cell: (name: string) => string,
  fault: (column: string, problem: string) => ExportError,
): string | null {
  const date = cell(retirement);
  if (status === undefined ? date === '' : cell(status) === 'Issued') return null;
  if (date === '') throw fault(retirement, `is empty, but ${status} is not Issued`);
  const day = readDate(date) ?? '';
  if (!isDay(day)) throw fault(retirement, `no date as the registry writes it: ${date.slice(0, 40)}`);
  return day;
}

function readRow(map: ColumnMap, row: Row, line: number): RegistryCredits {
  const cell = (name: string): string => row[name] ?? '';
  const fault = (column: string, problem: string): ExportError =>
    new ExportError(`line ${line}, ${column}: ${problem}`);
  for (const column of [map.serials, map.quantity, map.vintage, map.project])
    if (cell(column) === '') throw fault(column, 'is empty');
  const serials = serialRangeSchema.safeParse(map.readSerials(cell(map.serials))).data;
  if (!serials)
    throw fault(map.serials, `no serial numbers of ${map.registry}: ${cell(map.serials).slice(0, 100)}`);
  const quantity = Number(cell(map.quantity).replaceAll(',', ''));
  if (quantity !== serialCount(serials)) {
    throw fault(map.quantity, `${cell(map.quantity)} credits for ${serialCount(serials)} serial numbers`);
  }
  const vintage = Number(/^\d{4}/.exec(cell(map.vintage))?.[0]);
  if (!(vintage >= 1990 && vintage <= 2100))
    throw fault(map.vintage, `no year: ${cell(map.vintage).slice(0, 40)}`);
  // Travellers read type and country: in an encoding other than UTF-8, letters would become replacement characters.
  for (const column of [map.serials, map.type, map.country])
    if (NOT_UTF8.test(cell(column))) throw fault(column, `${cell(column).slice(0, 40)} ${NOT_UTF8_FAULT}`);
  return {
    registry: map.registry,
    project: cell(map.project),
    type: cell(map.type),
    country: cell(map.country),
    vintage,
    serials,
    retiredOn: retiredOn(map, cell, fault),
    ccpLabel: map.hasCcpLabel(row),
  };
}
