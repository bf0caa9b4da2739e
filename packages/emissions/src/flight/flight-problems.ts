/** Finds all problems of a flight; `checkFlight` stops at the first. */
import { checkFlight, type FlightInput } from './flight-input.ts';
import type { FlightProblem } from './problem.ts';

/** A valid value for each field that can be invalid, so that the check reaches the fields after it. */
const VALID = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
} as const;

/** An airport for the end whose valid value the other end already has: origin and destination must differ. */
const OTHER_AIRPORT = 'DEL';

const sameCode = (value: unknown, code: string): boolean => String(value).toUpperCase() === code;

/** Returns the flight with the invalid field made valid; an optional field is left out. */
function corrected(flight: Readonly<Record<string, unknown>>, field: string): Record<string, unknown> {
  const [name = '', inner] = field.split('.');
  if (name === 'origin' || name === 'destination') {
    const other = name === 'origin' ? flight.destination : flight.origin;
    return { ...flight, [name]: sameCode(other, VALID[name]) ? OTHER_AIRPORT : VALID[name] };
  }
  if (name === 'departureDate' && inner !== undefined) {
    const part = VALID.departureDate[inner as keyof typeof VALID.departureDate];
    return { ...flight, departureDate: { ...(flight.departureDate as object), [inner]: part } };
  }
  if (name === 'seats' && inner !== undefined) {
    return { ...flight, seats: { ...(flight.seats as object), [inner]: 1 } };
  }
  return { ...flight, [name]: VALID[name as keyof typeof VALID] };
}

/**
 * Returns every problem of a flight from any source, in the order of the checks; empty if it can be estimated. One
 * problem per field: any further problem of a field appears once its first is fixed.
 */
export function flightProblems(flight: FlightInput): FlightProblem[] {
  const problems: FlightProblem[] = [];
  const fields = new Set<string>();
  let rest: unknown = flight;
  let checked = checkFlight(rest);
  // A field that stays invalid would be checked endlessly.
  while ('code' in checked && !fields.has(checked.field)) {
    problems.push(checked);
    // A flight that is not an object has no fields.
    if (checked.field === '') break;
    fields.add(checked.field);
    rest = corrected(rest as Readonly<Record<string, unknown>>, checked.field);
    checked = checkFlight(rest);
  }
  return problems;
}
