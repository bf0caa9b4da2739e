/** Estimates a file of trips, one JSON object per line. */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  estimateTrip,
  type NonCo2Choice,
  type TripEstimate,
  type TripInput,
  UnsupportedTripError,
} from '../trips/index.ts';
import { requireFile } from './input-file.ts';
import { fileOutput, streamOutput } from './output-file.ts';
import type { Streams } from './streams.ts';
import { type TripFault, type TripFormat, tripWriter, warningLines } from './trip-formats.ts';

/** Input, output and options. */
export interface TripsOptions {
  /** Path of the input; undefined for standard input. */
  readonly input: string | undefined;
  /** Path of the output; undefined for standard output. */
  readonly output: string | undefined;
  readonly format: TripFormat;
  readonly withProvenance: boolean;
  readonly nonCo2: NonCo2Choice | undefined;
}

/** Number of trips in a file, and of those that could not be estimated. */
export interface TripsResult {
  readonly trips: number;
  readonly faults: readonly TripFault[];
}

async function* linesOf(source: Readable): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of source.setEncoding('utf8') as AsyncIterable<string>) {
    // Only new text is searched: in one endless line, each chunk would otherwise search all of it.
    const [more = '', ...lines] = chunk.split('\n');
    rest += more;
    for (const next of lines) {
      yield rest;
      rest = next;
    }
  }
  if (rest !== '') yield rest;
}

function parseTrip(text: string): TripInput {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as TripInput;
  } catch {
    throw new UnsupportedTripError([
      { code: 'invalid_value', field: 'line', message: 'must be one JSON object.' },
    ]);
  }
}

function estimateLine(
  text: string,
  line: number,
  nonCo2: NonCo2Choice | undefined,
): TripEstimate | TripFault {
  let trip: TripInput | undefined;
  try {
    trip = parseTrip(text);
    return estimateTrip(trip, nonCo2 === undefined ? {} : { nonCo2 });
  } catch (error) {
    if (!(error instanceof UnsupportedTripError)) throw error;
    const id = typeof trip?.id === 'string' ? { id: trip.id } : {};
    return { line, ...id, errors: error.problems.map(({ field, message }) => ({ field, message })) };
  }
}

/**
 * Estimates every trip of the input into the output. In JSON lines a trip that cannot be estimated keeps its place,
 * with its faults; the other formats leave it out.
 */
export async function estimateTrips(options: TripsOptions, streams: Streams): Promise<TripsResult> {
  if (options.input !== undefined) await requireFile(options.input);
  const file = options.input === undefined ? undefined : await open(options.input);
  try {
    return await estimateLines(
      file?.createReadStream({ autoClose: false }) ?? streams.stdin,
      options,
      streams,
    );
  } finally {
    // Also if the output was refused and nothing was read.
    await file?.close();
  }
}

async function estimateLines(
  source: Streams['stdin'],
  { input, output, format, withProvenance, nonCo2 }: TripsOptions,
  streams: Streams,
): Promise<TripsResult> {
  const writer = tripWriter(format, withProvenance);
  const sink =
    output === undefined ? streamOutput(streams.stdout) : await fileOutput(output, input, undefined);
  const faults: TripFault[] = [];
  let trips = 0;
  let line = 0;
  try {
    for await (const text of linesOf(source)) {
      line++;
      if (text.trim() === '') continue;
      trips++;
      const result = estimateLine(text, line, nonCo2);
      const isFault = 'errors' in result;
      if (isFault) faults.push(result);
      else if (format !== 'jsonl') streams.stderr.write(warningLines(result, line));
      await sink.write(isFault ? writer.fault(result) : writer.trip(result));
    }
    await sink.write(writer.end());
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  await sink.complete();
  return { trips, faults };
}
