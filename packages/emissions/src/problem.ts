/** What is wrong with a flight that cannot be estimated, and what to do about it. */

/** Kinds of problems; stable, for programs. */
export type FlightProblemCode =
  /** A field is missing, of the wrong type or out of bounds. */
  | 'invalid_value'
  /** No airport has this code. */
  | 'unknown_airport'
  /** The code names a city with several airports. */
  | 'metropolitan_code'
  /** The airport has closed or changed its code. */
  | 'closed_airport'
  /** The code names a railway or bus station. */
  | 'surface_station'
  /** Origin and destination are the same airport. */
  | 'same_airport'
  /** No carrier known here has this ICAO code. */
  | 'unknown_carrier'
  /** The carrier runs trains or buses. */
  | 'surface_carrier'
  /** No fuel data for this aircraft type. */
  | 'unsupported_aircraft'
  /** The equipment is a train, bus, boat or lorry. */
  | 'surface_equipment';

/** Why one flight cannot be estimated. */
export interface FlightProblem {
  readonly code: FlightProblemCode;
  /** The field at fault, such as `origin` or `departureDate.day`; empty for the flight as a whole. */
  readonly field: string;
  /** A sentence for people: what is wrong and what to do. */
  readonly message: string;
}

/** Why a flight of a list cannot be estimated. */
export interface UnsupportedFlight extends FlightProblem {
  /** Position in the list, from 0. */
  readonly index: number;
}

/** Some flights of a list cannot be estimated; {@link UnsupportedFlightsError.flights} names every one. */
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
