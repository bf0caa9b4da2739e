import { OffsetApiError } from '../errors/errors.ts';
import { type Flight, flightListSchema, MAX_FLIGHTS } from '../flights/flight.ts';
import { parse } from '../input/validation.ts';
import type { CallOptions } from './call-options.ts';
import type { ResolvedOptions } from './options.ts';
import type { Requests } from './requests.ts';
import { type FlightEstimateResponse, readEmissions } from './responses.ts';

/** The endpoints that take a list of flights, by the name of their operation. */
const PATHS = { calculateEmissions: 'api/calculate', estimateEmissions: 'api/estimates' } as const;

/** Parts of the client that requests for flight emissions use. */
export interface EmissionsClient {
  readonly options: ResolvedOptions;
  readonly requests: Requests;
}

/**
 * Requests the emissions of a list of any length: the interface takes {@link MAX_FLIGHTS} flights at once, so longer
 * lists are sent in parts, one after the other.
 * @returns one result per flight, in order.
 * @throws TypeError without the option `platformId`; ValidationError before anything is sent; OffsetApiError whose
 *   `flights` have their positions in the whole list.
 */
export async function requestEmissions(
  { options: { emissionsUrl: base, platformId }, requests }: EmissionsClient,
  operation: keyof typeof PATHS,
  flights: readonly Flight[],
  options: CallOptions,
): Promise<FlightEstimateResponse[]> {
  if (!platformId) throw new TypeError('Set the option platformId to request flight emissions.');
  parse(flightListSchema, { flights }, 'flights');
  const results: FlightEstimateResponse[] = [];
  for (let start = 0; start < flights.length; start += MAX_FLIGHTS) {
    const json = { flights: flights.slice(start, start + MAX_FLIGHTS) };
    const headers = { 'x-platform-id': platformId };
    const post = { operation, base, path: PATHS[operation], json, headers, repeatable: true };
    const response = await requests.post(post, options).catch((error) => rethrowWithPositions(error, start));
    results.push(...readEmissions(response, json.flights.length));
  }
  return results;
}

/** Per-flight reasons of a later part, with positions in the caller's whole list. */
function rethrowWithPositions(error: unknown, start: number): never {
  if (!(error instanceof OffsetApiError) || start === 0 || error.flights.length === 0) throw error;
  throw new OffsetApiError(error.status, error.message, {
    error: error.error,
    requestId: error.requestId,
    retryable: error.retryable,
    retryAfterMs: error.retryAfterMs,
    mayHaveTakenEffect: error.mayHaveTakenEffect,
    flights: error.flights.map((problem) => ({ ...problem, index: problem.index + start })),
  });
}
