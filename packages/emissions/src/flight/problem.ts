/** Problems of flights that cannot be estimated, and how to fix them. */
import type { FlightProblemCode } from '@flight-offset/core';

export type { FlightProblemCode };

/** Why one flight cannot be estimated. */
export interface FlightProblem {
  readonly code: FlightProblemCode;
  /** The invalid field, such as `origin` or `departureDate.day`; empty for the flight as a whole. */
  readonly field: string;
  /** A sentence for people: what is wrong and what to do. */
  readonly message: string;
}

/** Why a flight of a list cannot be estimated. */
export interface UnsupportedFlight extends FlightProblem {
  /** Position in the list, from 0. */
  readonly index: number;
}

/**
 * Some flights of a list cannot be estimated; {@link UnsupportedFlightsError.flights} names each of them.
 * @example
 * try {
 *   estimateFlights(flights);
 * } catch (error) {
 *   if (error instanceof UnsupportedFlightsError) for (const { index, message } of error.flights) console.log(index, message);
 * }
 */
export class UnsupportedFlightsError extends Error {
  override readonly name = 'UnsupportedFlightsError';
  readonly code = 'unsupported_flights';
  readonly flights: readonly UnsupportedFlight[];

  constructor(flights: readonly UnsupportedFlight[]) {
    const reasons = flights.map(({ index, message }) => `flight ${index}: ${message}`);
    super(
      `${flights.length === 1 ? 'One flight' : `${flights.length} flights`} cannot be estimated. ${reasons.join(' ')}`,
    );
    this.flights = flights;
  }
}
