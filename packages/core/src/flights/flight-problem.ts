import * as z from 'zod';

/** Every reason why a flight cannot be estimated, and what it means. The keys are stable, for programs. */
export const FLIGHT_PROBLEM_CODES = {
  invalid_value: 'A field is missing, of the wrong type or out of bounds.',
  unknown_airport: 'No airport has this code.',
  metropolitan_code: 'The code names a city with several airports; name one of them.',
  closed_airport: 'The airport has closed or changed its code.',
  surface_station: 'The code names a railway or bus station.',
  same_airport: 'Origin and destination are the same airport.',
  unknown_carrier: 'No carrier has this ICAO code.',
  surface_carrier: 'The carrier runs trains or buses.',
  freight_carrier: 'The carrier carries freight only.',
  surface_equipment: 'The equipment is a train, bus, boat or lorry.',
} as const;

/** Reason why a flight cannot be estimated: spelled the same in engine, gateway, backend and page. */
export type FlightProblemCode = keyof typeof FLIGHT_PROBLEM_CODES;

/** Reason why a flight cannot be estimated. */
export const flightProblemCodeSchema: z.ZodEnum<{ [C in FlightProblemCode]: C }> = z.enum(
  Object.keys(FLIGHT_PROBLEM_CODES) as FlightProblemCode[],
) as z.ZodEnum<{ [C in FlightProblemCode]: C }>;

/**
 * Whether a service's text is one of the codes.
 * @example
 * isFlightProblemCode('unknown_airport'); // true
 */
export function isFlightProblemCode(text: string): text is FlightProblemCode {
  return Object.hasOwn(FLIGHT_PROBLEM_CODES, text);
}
