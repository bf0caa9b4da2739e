/** Estimates a CSV file of flights into another: the columns given, and the figures after them. */

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tryEstimateFlight } from '../index.ts';
import { createCsvReader, csvLine } from './csv.ts';
import { type FlightText, flightOf } from './flight-arguments.ts';
import type { Progress } from './progress.ts';

/** How many flights a file held and how many of them could not be estimated. */
export interface FileResult {
  readonly flights: number;
  readonly failed: number;
}

/** Columns a file of flights must have; the others of {@link FlightText} may be there. */
export const REQUIRED_COLUMNS = ['origin', 'destination', 'carrier', 'flight', 'date'] as const;

const FIGURES = [
  'economyGrams',
  'premiumEconomyGrams',
  'businessGrams',
  'firstGrams',
  'economyLow',
  'economyHigh',
  'distanceKm',
  'likeliestAircraft',
  'modelVersion',
  'error',
];

function figuresOf(text: FlightText): { cells: (string | number)[]; ok: boolean } {
  const result = tryEstimateFlight(flightOf(text));
  if (!result.ok) return { cells: [...FIGURES.slice(1).map(() => ''), result.problem.message], ok: false };
  const { emissionsGramsPerPax: grams, interval, distanceKm, aircraft, modelVersion } = result.estimate;
  const likeliest = aircraft[0]!.icao;
  return {
    cells: [
      grams.economy,
      grams.premiumEconomy,
      grams.business,
      grams.first,
      interval.low.economy,
      interval.high.economy,
      distanceKm,
      likeliest,
      modelVersion,
      '',
    ],
    ok: true,
  };
}

/**
 * Estimates every line of `input` (first line: column names) into `output`, or to standard output. A line that
 * cannot be estimated keeps its place with the reason in the last column. Throws when a required column is missing.
 */
export async function estimateFile(
  input: string,
  output: string | undefined,
  progress: Progress,
): Promise<FileResult> {
  const { size } = await stat(input);
  const sink = output === undefined ? process.stdout : createWriteStream(output);
  const reader = createCsvReader();
  let header: string[] | undefined;
  let flights = 0;
  let failed = 0;
  let read = 0;

  function lineOf(record: string[]): string {
    if (!header) {
      header = record.map((name) => name.trim());
      const missing = REQUIRED_COLUMNS.filter((name) => !header?.includes(name));
      if (missing.length > 0) throw new Error(`${input} lacks the columns ${missing.join(', ')}`);
      return csvLine([...header, ...FIGURES]);
    }
    const text = Object.fromEntries(header.map((name, i) => [name, (record[i] ?? '').trim()])) as FlightText;
    const { cells, ok } = figuresOf(text);
    flights++;
    if (!ok) failed++;
    return csvLine([...record, ...cells]);
  }

  for await (const chunk of createReadStream(input, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = reader.push(chunk).map(lineOf).join('');
    if (!sink.write(lines)) await once(sink, 'drain');
    read += Buffer.byteLength(chunk);
    progress.show(read / size, flights);
  }
  sink.write(reader.end().map(lineOf).join(''));
  if (output !== undefined) {
    sink.end();
    await once(sink, 'finish');
  }
  progress.done();
  return { flights, failed };
}
