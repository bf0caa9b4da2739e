import { type SerialRange, serialCount, serialRangeSchema } from '@flight-offset/core/retirement';
import { NOT_UTF8_FAULT, type Row, readRows } from '../csv/read-rows.ts';
import { COLUMN_MAPS, type ColumnMap, type Registry } from './column-maps.ts';

/** Credits as a registry's public export states them. */
export interface RegistryCredits {
  /** The registry as projects of the catalogue name it. */
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
 * Reads a public export, row by row, in bounded memory. Columns are found by name, in any order; those it does not
 * know are skipped.
 * @throws ExportError for a missing column, an unreadable serial number or a quantity that does not match.
 */
export async function* readExport(
  registry: Registry,
  file: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<RegistryCredits> {
  const map = COLUMN_MAPS[registry];
  const { serials, quantity, project, type, country, vintage } = map;
  const rows = readRows(file, {
    columns: [serials, quantity, project, type, country, vintage],
    what: `an export of ${map.registry}`,
    fault: (message) => new ExportError(message),
  });
  for await (const { row, line } of rows) yield readRow(map, row, line);
}

function readRow(map: ColumnMap, row: Row, line: number): RegistryCredits {
  const cell = (name: string): string => row[name] ?? '';
  const fault = (column: string, problem: string): ExportError =>
    new ExportError(`line ${line}, ${column}: ${problem}`);
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
  if (cell(map.project) === '') throw fault(map.project, 'is empty');
  // Travellers read both: of another encoding than UTF-8, signs are left where there were letters.
  for (const column of [map.type, map.country])
    if (cell(column).includes('\ufffd'))
      throw fault(column, `${cell(column).slice(0, 40)} ${NOT_UTF8_FAULT}`);
  return {
    registry: map.registry,
    project: cell(map.project),
    type: cell(map.type),
    country: cell(map.country),
    vintage,
    serials,
    retiredOn: map.retiredOn(row) ?? null,
    ccpLabel: map.hasCcpLabel(row),
  };
}
