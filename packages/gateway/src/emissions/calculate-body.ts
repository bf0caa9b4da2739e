import { type Flight, MAX_FLIGHTS } from '@flight-offset/core';
import { rememberEstimates } from '@flight-offset/emissions';
import { readCompact } from './compact-request.ts';
import type { ResponseBytes } from './response-memory.ts';

/** Writes the body of a calculate response: the bytes that JSON of the results has. */
export interface CalculateBody {
  /**
   * The body for a request's bytes where they have the form that `JSON.stringify` gives them: what is echoed is taken
   * from them as it is. Undefined where they have another one, and where {@link write} has no body.
   */
  echo(request: Uint8Array): ResponseBytes | undefined;
  /**
   * The body for a request's input; undefined where the input is invalid or a flight cannot be estimated. The engine
   * checks every field of the interface, so that a valid request needs no schema; what is wrong with another one is for
   * the schema, and then the engine, to say.
   */
  write(input: unknown): ResponseBytes | undefined;
}

/** A writer which keeps estimates: flights of a server repeat in everything the estimate depends on. */
export function createCalculateBody(): CalculateBody {
  /** What follows the flight in its result. */
  const restOf = rememberEstimates((grams) => `,"emissionsGramsPerPax":${JSON.stringify(grams)}}`);

  /** JSON of one result. What passed the engine's check is letters, digits and whole numbers: nothing to escape. */
  function resultOf(input: unknown): string | undefined {
    if (typeof input !== 'object' || input === null) return undefined;
    // Fields that the interface does not have are neither calculated with nor returned.
    const { origin, destination, operatingCarrierCode, flightNumber, departureDate, aircraft } =
      input as Flight;
    const flight = { origin, destination, operatingCarrierCode, flightNumber, departureDate, aircraft };
    const rest = restOf(flight);
    if (rest === undefined) return undefined;
    const { year, month, day } = departureDate;
    const ofType = aircraft === undefined ? '' : `,"aircraft":"${aircraft}"`;
    return `{"flight":{"origin":"${origin}","destination":"${destination}","operatingCarrierCode":"${operatingCarrierCode}","flightNumber":${flightNumber},"departureDate":{"year":${year},"month":${month},"day":${day}}${ofType}}${rest}`;
  }

  return {
    echo(request) {
      let json = '';
      const isWhole = readCompact(request, (flight, text) => {
        const rest = restOf(flight);
        if (rest === undefined) return false;
        json += (json === '' ? '[{"flight":' : ',{"flight":') + text + rest;
        return true;
      });
      return isWhole ? bytesOf(json) : undefined;
    },
    write(input) {
      const flights = listOf(input);
      if (!flights) return undefined;
      let json = '';
      for (const flight of flights) {
        const result = resultOf(flight);
        if (result === undefined) return undefined;
        json += (json === '' ? '[' : ',') + result;
      }
      return bytesOf(json);
    },
  };
}

/** The bytes of results, which are ASCII, and the end of their list. */
const bytesOf = (results: string): ResponseBytes => Buffer.from(`${results}]`, 'latin1');

/** The flights of a request with a valid number of them. */
function listOf(input: unknown): readonly unknown[] | undefined {
  if (typeof input !== 'object' || input === null || !('flights' in input)) return undefined;
  const { flights } = input;
  const isValid = Array.isArray(flights) && flights.length > 0 && flights.length <= MAX_FLIGHTS;
  return isValid ? flights : undefined;
}
