/** Estimates a CSV file of flights into another: the given columns, and the figures after them. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type ColumnPlaces, type FlightColumn, flightTextOf, HeaderError, placesOf } from './columns.ts';
import { CsvError, type CsvRecord, csvLine, readCsv } from './csv.ts';
import { type EstimateCells, estimateCells, estimateColumns, faultCells } from './estimate-cells.ts';
import { requireFile } from './input-file.ts';
import { fileOutput, type Output, partialOf, streamOutput } from './output-file.ts';
import type { Progress } from './progress.ts';
import type { Streams } from './streams.ts';
import { writtenRecords } from './unfinished.ts';
import { UsageError } from './usage.ts';

/** Input, output, and the names of the file's columns. */
export interface FileOptions {
  /** Path of the input; undefined for standard input. */
  readonly input: string | undefined;
  /** Path of the output; undefined for standard output. */
  readonly output: string | undefined;
  /** Undefined to detect it in the header. */
  readonly separator: string | undefined;
  /** Names of the file's columns by field. */
  readonly columns: ReadonlyMap<FlightColumn, string>;
  readonly withProvenance: boolean;
  /** Continues an interrupted run. */
  readonly resume: boolean;
}

/** Number of flights in a file, and of those that could not be estimated. */
export interface FileResult {
  readonly flights: number;
  readonly failed: number;
  /** The first line with a character that is not UTF-8. */
  readonly unreadableLine: number | undefined;
}

/** Characters collected before they are written. */
const WRITTEN_AT_ONCE = 65_536;

/** A file in progress: its records and how each becomes a line. */
interface Run {
  readonly options: FileOptions;
  readonly name: string;
  readonly separator: string;
  readonly records: AsyncGenerator<CsvRecord, void, undefined>;
  readonly header: readonly string[];
  /** How many columns of the header are the file's own. */
  readonly own: number;
  readonly places: ColumnPlaces;
  flights: number;
  failed: number;
  unreadableLine: number | undefined;
}

const nameOf = ({ input }: FileOptions): string => input ?? 'standard input';

async function start(options: FileOptions, input: Readable): Promise<Run> {
  const name = nameOf(options);
  const { separator, records } = await readCsv(input, options.separator);
  const first = await records.next();
  if (first.done) throw new UsageError(`${name} is empty: its first line must name the columns`);
  const header = first.value.fields.map((field) => field.trim());
  const added = estimateColumns(options.withProvenance);
  const taken = header.filter((column) => added.includes(column));
  if (taken.length > 0)
    throw new UsageError(`${name} already has the columns ${taken.join(', ')}: rename or remove them`);
  try {
    const places = placesOf(header, options.columns);
    return {
      options,
      name,
      separator,
      records,
      header: [...header, ...added],
      own: header.length,
      places,
      flights: 0,
      failed: 0,
      unreadableLine: header.some(isUnreadable) ? first.value.line : undefined,
    };
  } catch (error) {
    throw error instanceof HeaderError ? new UsageError(`${name}: ${error.message}`) : error;
  }
}

/** Tests whether a text holds the character that replaces bytes that are not UTF-8. */
const isUnreadable = (field: string): boolean => field.includes('\uFFFD');

/** Returns a record's own fields, as many as the header has. */
function ownFields({ own }: Run, { fields }: CsvRecord): string[] {
  return Array.from({ length: own }, (_, at) => fields[at] ?? '');
}

function cellsOf({ options, own, places }: Run, { fields, line }: CsvRecord): EstimateCells {
  const { withProvenance } = options;
  // Some programs write a separator at the end of rows, but not of the header.
  if (fields.slice(own).some((field) => field.trim() !== '')) {
    const fault = `Line ${line} has ${fields.length} values for ${own} columns. Put values with a separator in quotes.`;
    return faultCells(fault, withProvenance);
  }
  return estimateCells(flightTextOf(fields, places), withProvenance);
}

/** Skips the records that an interrupted run has written. @returns How many bytes of its file to keep. */
async function skipWritten(run: Run, partial: string): Promise<number> {
  let keep = 0;
  let isHeader = true;
  for await (const { fields, end } of writtenRecords(partial, run.separator)) {
    const isOfRun = isHeader ? fields.join('\n') === run.header.join('\n') : await skipRecord(run, fields);
    if (!isOfRun)
      throw new UsageError(
        `${partial} is not of ${run.name} with these options: remove it, or run without --resume`,
      );
    isHeader = false;
    keep = end;
  }
  return keep;
}

/** Skips the next record. @returns Whether a written line is that of the record. */
async function skipRecord(run: Run, written: readonly string[]): Promise<boolean> {
  const { value, done } = await run.records.next();
  if (done || written.length !== run.header.length) return false;
  if (ownFields(run, value).some((field, at) => field !== written[at])) return false;
  run.flights++;
  if (written.at(-1) !== '') run.failed++;
  return true;
}

/** Opens the output; a continued run appends to what is written already. */
async function openOutput(run: Run, streams: Streams): Promise<{ output: Output; kept: number }> {
  const { input, output, resume } = run.options;
  if (output === undefined) return { output: streamOutput(streams.stdout), kept: 0 };
  const partial = await partialOf(output);
  const isUnfinished = resume && (await stat(partial).catch(() => undefined)) !== undefined;
  const kept = isUnfinished ? await skipWritten(run, partial) : undefined;
  return { output: await fileOutput(output, input, kept), kept: kept ?? 0 };
}

async function writeAll(run: Run, output: Output, isNew: boolean, show: () => void): Promise<void> {
  let lines = isNew ? csvLine(run.header, run.separator) : '';
  for await (const record of run.records) {
    const { cells, ok } = cellsOf(run, record);
    lines += csvLine([...ownFields(run, record), ...cells], run.separator);
    run.flights++;
    if (!ok) run.failed++;
    if (record.fields.some(isUnreadable)) run.unreadableLine ??= record.line;
    if (lines.length < WRITTEN_AT_ONCE) continue;
    await output.write(lines);
    lines = '';
    show();
  }
  await output.write(lines);
}

/**
 * Estimates every row of the input (first line: column names) into the output. A row that cannot be estimated keeps its
 * place, with every fault in the last column.
 * @throws UsageError if columns are missing or the output must not be written.
 */
export async function estimateFile(
  options: FileOptions,
  progress: Progress,
  streams: Streams,
): Promise<FileResult> {
  try {
    return await estimateRows(options, progress, streams);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`${nameOf(options)} ${error.message}`, { cause: error });
  }
}

async function estimateRows(options: FileOptions, progress: Progress, streams: Streams): Promise<FileResult> {
  const size = options.input === undefined ? 0 : (await requireFile(options.input)).size;
  const file = options.input === undefined ? undefined : createReadStream(options.input);
  const run = await start(options, file ?? streams.stdin);
  const { output, kept } = await openOutput(run, streams);
  try {
    await writeAll(run, output, kept === 0, () =>
      progress.show(file === undefined ? undefined : file.bytesRead / size, run.flights),
    );
  } catch (error) {
    await output.abandon();
    throw error;
  }
  await output.complete();
  progress.done();
  return { flights: run.flights, failed: run.failed, unreadableLine: run.unreadableLine };
}
