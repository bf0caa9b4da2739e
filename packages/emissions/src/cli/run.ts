/** Runs the command with its arguments. */
import type { Cabin } from '@flight-offset/core';
import { estimateTrip, UnsupportedTripError } from '../trips/index.ts';
import {
  formatOf,
  mappedColumns,
  nonCo2ChoiceOf,
  pathOf,
  readArguments,
  separatorOf,
  type Values,
} from './arguments.ts';
import { estimateFile } from './estimate-file.ts';
import { estimateOne, type FlightFormat } from './estimate-one.ts';
import { estimateTrips } from './estimate-trips.ts';
import { numberOf } from './flight-arguments.ts';
import { modeOf } from './modes.ts';
import { createProgress } from './progress.ts';
import type { Streams } from './streams.ts';
import { tripText } from './trip-formats.ts';
import { USAGE, UsageError } from './usage.ts';

/** Exit codes. */
const COMPLETE = 0;
const FAILED = 1;

const summary = (count: number, of: string, failed: number): string =>
  `${count} ${of}${count === 1 ? '' : 's'}, ${failed} of them could not be estimated\n`;

async function runFile(csv: string, values: Values, streams: Streams): Promise<number> {
  if (values.resume && pathOf(values.out) === undefined)
    throw new UsageError('--resume continues a file: name it with --out');
  const { flights, failed, unreadableLine } = await estimateFile(
    {
      input: pathOf(csv),
      output: pathOf(values.out),
      separator: separatorOf(values.separator),
      columns: mappedColumns(values.map ?? []),
      withProvenance: values.provenance ?? false,
      resume: values.resume ?? false,
    },
    createProgress(streams.stderr),
    streams,
  );
  if (unreadableLine !== undefined)
    streams.stderr.write(
      `line ${unreadableLine}: characters that are not UTF-8 became \uFFFD: save the file as "CSV UTF-8" to keep them\n`,
    );
  streams.stderr.write(summary(flights, 'flight', failed));
  return failed > 0 ? FAILED : COMPLETE;
}

async function runTrips(file: string, values: Values, streams: Streams): Promise<number> {
  const { trips, faults } = await estimateTrips(
    {
      input: pathOf(file),
      output: pathOf(values.out),
      format: formatOf(values.format),
      withProvenance: values.provenance ?? false,
      nonCo2: nonCo2ChoiceOf(values['non-co2']),
    },
    streams,
  );
  for (const { line, errors } of faults) {
    const reasons = errors.map(({ field, message }) => `${field}: ${message}`).join(' ');
    streams.stderr.write(`line ${line}: ${reasons}\n`);
  }
  streams.stderr.write(summary(trips, 'trip', faults.length));
  return faults.length > 0 ? FAILED : COMPLETE;
}

/** Estimates a trip given only by its airports. */
function runStops(stops: readonly string[], values: Values, streams: Streams): number {
  const nonCo2 = nonCo2ChoiceOf(values['non-co2']);
  try {
    const trip = estimateTrip(
      {
        stops,
        roundTrip: values['round-trip'] ?? false,
        travellers: [
          { cabin: (values.cabin ?? 'economy') as Cabin, count: numberOf(values.travellers ?? '1') },
        ],
      },
      nonCo2 === undefined ? {} : { nonCo2 },
    );
    streams.stdout.write(values.json ? `${JSON.stringify(trip, undefined, 2)}\n` : tripText(trip));
    return COMPLETE;
  } catch (error) {
    if (!(error instanceof UnsupportedTripError)) throw error;
    for (const { field, message } of error.problems) streams.stderr.write(`${field}: ${message}\n`);
    return FAILED;
  }
}

function flightFormatOf({ json, explain }: Values): FlightFormat {
  if (json) return 'json';
  return explain ? 'explained' : 'cabins';
}

function runFlight(origin: string, destination: string, values: Values, streams: Streams): number {
  const result = estimateOne(
    {
      origin,
      destination,
      carrier: values.carrier,
      flight: values.flight,
      date: values.date,
      aircraft: values.aircraft,
      loadFactor: values['load-factor'],
      cargoMassFraction: values['cargo-mass-fraction'],
      distanceKm: values['distance-km'],
    },
    flightFormatOf(values),
  );
  if (result.ok) streams.stdout.write(result.text);
  streams.stderr.write(result.ok ? result.notes : result.message);
  return result.ok ? COMPLETE : FAILED;
}

/**
 * Runs the command.
 * @returns Its exit code: 0 if everything was estimated, 1 if something could not be.
 * @throws UsageError for wrong usage.
 */
export async function run(args: string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    streams.stdout.write(USAGE);
    return COMPLETE;
  }
  const isFile = values.csv !== undefined || values.trips !== undefined;
  const [route = ''] = positionals;
  const isRoute = positionals.length === 1 && /^[A-Za-z]{3}(?:-[A-Za-z]{3})+$/.test(route);
  if (isFile ? positionals.length > 0 : !isRoute) throw new UsageError(USAGE);
  const mode = modeOf(values);
  if (values.csv !== undefined) return await runFile(values.csv, values, streams);
  if (values.trips !== undefined) return await runTrips(values.trips, values, streams);
  const stops = route.split('-');
  if (mode === 'a trip') return runStops(stops, values, streams);
  const [origin = '', destination = '', ...more] = stops;
  if (more.length > 0) throw new UsageError(`a flight has two airports; ${route} has more\n\n${USAGE}`);
  return runFlight(origin, destination, values, streams);
}
