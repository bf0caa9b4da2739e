/** What makes a figure less than it seems, though it could be calculated. */
import type { CheckedFlight } from './flight-input.ts';

/** Why a figure says less than usual. */
export type FlightWarningCode = 'aircraft_not_supported' | 'date_far_from_data' | 'longer_than_nonstop';

/** A reason for which a figure is less certain than its interval says. */
export interface FlightWarning {
  readonly code: FlightWarningCode;
  /** The field it comes from; empty for the flight as a whole. */
  readonly field: string;
  /** A sentence for people: what was assumed and what to do. */
  readonly message: string;
}

/** Year of fleets, loads and routes; that of MODEL_VERSION, as a test ensures. */
const DATA_YEAR = 2026;
/** Fleets of so many years before or after are much the same: an aircraft stays for some twenty. */
const YEARS_ALIKE = 5;
/** The longest flight on a schedule, Singapore to New York, is 15 350 km along the great circle. */
const LONGEST_NONSTOP_KM = 15_700;

/** What a caller of a flight should know about its figure, in the order of the fields. */
export function flightWarnings(flight: CheckedFlight, greatCircleKm: number): FlightWarning[] {
  const warnings: FlightWarning[] = [];
  const year = Math.floor(flight.date / 10_000);
  if (Math.abs(year - DATA_YEAR) > YEARS_ALIKE)
    warnings.push({
      code: 'date_far_from_data',
      field: 'departureDate.year',
      message: `Fleet, seats and load factor are those of ${DATA_YEAR}, not of ${year}. Give aircraft, seats and loadFactor if you know them.`,
    });
  if (flight.unsupportedAircraft !== undefined)
    warnings.push({
      code: 'aircraft_not_supported',
      field: 'aircraft',
      message: `No fuel data for aircraft ${flight.unsupportedAircraft}: estimated as if it were not given. Check the code.`,
    });
  if (greatCircleKm > LONGEST_NONSTOP_KM)
    warnings.push({
      code: 'longer_than_nonstop',
      field: 'destination',
      message: `No aircraft flies ${Math.round(greatCircleKm)} km nonstop with passengers. Give the legs to and from the stop as flights of their own.`,
    });
  return warnings;
}
