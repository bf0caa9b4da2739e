import { airportIndex } from '../airports/airport-codes.ts';
import {
  airportsOfCity,
  isStation,
  lastDayOfClosed,
  openAirportIndex,
  successorOfClosed,
} from '../airports/place-codes.ts';
import { departureDay } from './departure-day.ts';
import { type Fields, invalid, Refusal } from './flight-refusal.ts';

/**
 * Returns the index of the airport a flight departs from or arrives at, by IATA code in either case. A closed airport
 * is accepted up to its last day. @throws Refusal for anything else.
 */
export function airportOf(value: unknown, field: 'origin' | 'destination', flight: Fields): number {
  const index = typeof value === 'string' ? openAirportIndex(value) : -1;
  return index >= 0 ? index : closedAirport(value, field, flight);
}

function closedAirport(value: unknown, field: 'origin' | 'destination', flight: Fields): number {
  const lastDay = typeof value === 'string' ? lastDayOfClosed(value.toUpperCase()) : 0;
  if (lastDay > 0 && departureDay(flight.departureDate) <= lastDay) return airportIndex(value as string);
  throw airportRefusal(value, field);
}

function airportRefusal(value: unknown, field: 'origin' | 'destination'): Refusal {
  if (typeof value !== 'string' || !/^[A-Za-z]{3}$/.test(value)) {
    return invalid(field, 'an IATA airport code of three letters');
  }
  const code = value.toUpperCase();
  const successor = successorOfClosed(code);
  if (successor !== undefined) {
    const advice = successor === '' ? 'Give the airport the flight really uses.' : `Use ${successor}.`;
    return new Refusal(
      'closed_airport',
      field,
      `${field} ${code} is a closed airport or a former code. ${advice}`,
    );
  }
  const city = airportsOfCity(code);
  if (city) {
    const message = `${field} ${code} is a metropolitan code, not an airport. Use one of ${city.join(', ')}.`;
    return new Refusal('metropolitan_code', field, message);
  }
  if (isStation(code)) {
    const message = `${field} ${code} is a railway station. Leave the surface segment out.`;
    return new Refusal('surface_station', field, message);
  }
  return new Refusal(
    'unknown_airport',
    field,
    `${field} ${code} is not a known airport. Check the IATA code.`,
  );
}
