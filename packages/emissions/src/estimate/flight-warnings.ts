/** Reasons why a figure is less certain than it seems. */
import { type AircraftType, typeByIcao } from '../aircraft/aircraft.ts';
import { tableEndNm } from '../aircraft/fuel.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';
import type { FlightDistance } from './chain.ts';

/** Reason why a figure is less certain. */
export type FlightWarningCode =
  | 'aircraft_not_supported'
  | 'beyond_fuel_table'
  | 'carrier_ceased'
  | 'date_far_from_data'
  | 'longer_than_nonstop'
  | 'shorter_than_great_circle';

/** Why a figure is less certain than its interval suggests. */
export interface FlightWarning {
  readonly code: FlightWarningCode;
  /** The field that causes the warning; empty for the flight as a whole. */
  readonly field: string;
  /** A sentence for people: what was assumed and what to do. */
  readonly message: string;
}

/** Year of fleets, loads and routes; the year of MODEL_VERSION, as a test ensures. */
const DATA_YEAR = 2026;
/** Fleets of so many years before or after are almost the same: an aircraft stays for about twenty. */
const YEARS_ALIKE = 5;
/** The longest flight on a schedule, Singapore to New York, is 15 350 km along the great circle. */
const LONGEST_NONSTOP_KM = 15_700;

/** Share of the great circle below which a distance cannot be the flown one; differences in coordinates are smaller. */
const LEAST_FLOWN = 0.95;

/** Writes a number such as 20260418 as 2026-04-18. */
const dayText = (day: number): string => String(day).replace(/(..)(..)$/, '-$1-$2');

/**
 * Returns the warnings about the figure of a flight, in the order of the fields.
 * @param likeliest Type most likely to fly it.
 */
export function flightWarnings(
  flight: CheckedFlight,
  { greatCircleKm, cruiseNm }: Pick<FlightDistance, 'greatCircleKm' | 'cruiseNm'>,
  { icao, name }: Pick<AircraftType, 'icao' | 'name'>,
): FlightWarning[] {
  const warnings: FlightWarning[] = [];
  if (flight.fleet !== undefined && flight.date > flight.fleet.lastDay)
    warnings.push({
      code: 'carrier_ceased',
      field: 'operatingCarrierCode',
      message: `${flight.carrier} flew for the last time on ${dayText(flight.fleet.lastDay)}: estimated with the fleet it had. Check the operating carrier.`,
    });
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
  // If nothing flies nonstop, this holds for every type.
  else if (cruiseNm >= tableEndNm(typeByIcao(icao)!.fuelRow))
    warnings.push({
      code: 'beyond_fuel_table',
      field: flight.aircraft ? 'aircraft' : '',
      message: `The fuel table of ${name} ends before ${Math.round(cruiseNm)} NM of climb, cruise and descent: the fuel is extrapolated. ${flight.aircraft ? 'Check the code' : 'Give aircraft if you know it'}, or give the legs to and from a stop as flights of their own.`,
    });
  if (flight.distanceKm !== undefined && flight.distanceKm < LEAST_FLOWN * greatCircleKm)
    warnings.push({
      code: 'shorter_than_great_circle',
      field: 'distanceKm',
      message: `distanceKm ${flight.distanceKm} is less than the great circle of ${Math.round(greatCircleKm)} km, and no flight is. Check that it is in kilometres.`,
    });
  return warnings;
}
