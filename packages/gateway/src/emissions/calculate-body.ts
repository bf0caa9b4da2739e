import { type Flight, MAX_FLIGHTS } from '@flight-offset/core';
import { rememberEstimates } from '@flight-offset/emissions';
import { readCompact } from './compact-request.ts';
import type { ResponseBytes } from './response-memory.ts';

/** Writes the body of a calculate response: the same bytes as the results in JSON. */
export interface CalculateBody {
  /**
   * Returns the body for a request's bytes if `JSON.stringify` could have written them: echoed parts are copied from
   * them. Undefined if it could not, or if {@link write} has no body.
   */
  echo(request: Uint8Array): ResponseBytes | undefined;
  /**
   * Returns the body for a request's input; undefined if the input is invalid or a flight cannot be estimated. The
   * engine checks every field of the interface, so that a valid request needs no schema; the schema, and then the
   * engine, report the errors of an invalid one.
   */
  write(input: unknown): ResponseBytes | undefined;
}

/** Creates a writer that keeps estimates: the flights of a server repeat in everything an estimate depends on. */
export function createCalculateBody(): CalculateBody {
  /** Writes the part of a result after the flight. */
  const restOf = rememberEstimates((grams) => `,"emissionsGramsPerPax":${JSON.stringify(grams)}}`);

  /**
   * Writes the JSON of one result. The engine's check admits only letters, digits and whole numbers: nothing to escape.
   */
  function resultOf(input: unknown): string | undefined {
    if (typeof input !== 'object' || input === null) return undefined;
    // Unknown fields are neither calculated with nor returned.
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

/** Returns the bytes of results, which are ASCII, and the end of their list. */
const bytesOf = (results: string): ResponseBytes => Buffer.from(`${results}]`, 'latin1');

/** Returns the flights of a request if their number is valid. */
function listOf(input: unknown): readonly unknown[] | undefined {
  if (typeof input !== 'object' || input === null || !('flights' in input)) return undefined;
  const { flights } = input;
  const isValid = Array.isArray(flights) && flights.length > 0 && flights.length <= MAX_FLIGHTS;
  return isValid ? flights : undefined;
}
