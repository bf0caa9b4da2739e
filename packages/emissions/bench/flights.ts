/**
 * Some thousand different flights, so that no measure depends on one route or carrier: for each layout of each carrier
 * whose flights the naive arithmetic covers (see naive.ts), one from its country within its usual distances.
 */
import { AIRPORT_COUNT, airportCode } from '../src/airports/airport-codes.ts';
import { airportConnections, airportCountryIndex } from '../src/airports/airports.ts';
import { greatCircleKm } from '../src/airports/great-circle.ts';
import { openAirportIndex } from '../src/airports/place-codes.ts';
import { zoneOf } from '../src/airports/us-zones.ts';
import { carrierCodes, carrierIata, partnersOf } from '../src/carriers/carriers.ts';
import { carrierFleet, type Fleet } from '../src/fleets/fleet.ts';
import type { FlightInput } from '../src/flight/flight-input.ts';

/** Smaller airports see few flights. */
const MIN_CONNECTIONS = 8;
/** Destinations tried before a layout is skipped. */
const TRIES = 200;

/** Returns numbers from 0 to below 1, the same ones each time (Numerical Recipes' generator). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Tests whether the carrier has no partners, and no route with a known layout. */
const isPlain = (carrier: string, { routeLayouts }: Fleet): boolean =>
  partnersOf(carrier).length === 0 && routeLayouts.size === 0;

/** Returns the flights, each with its aircraft; parsed from JSON as on a server. */
export function benchFlights(): FlightInput[] {
  const draw = createRandom();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
  const airports = Array.from({ length: AIRPORT_COUNT }, (_, i) => i).filter(
    (i) =>
      airportConnections(i) >= MIN_CONNECTIONS &&
      openAirportIndex(airportCode(i)) >= 0 &&
      zoneOf(airportCountryIndex(i)) !== 'U',
  );
  const flights: FlightInput[] = [];
  for (const operatingCarrierCode of carrierCodes()) {
    const fleet = carrierFleet(operatingCarrierCode)!;
    const atHome = airports.filter((i) => airportCountryIndex(i) === fleet.home);
    const isItself = carrierIata(operatingCarrierCode) === operatingCarrierCode;
    if (!isItself || !isPlain(operatingCarrierCode, fleet) || atHome.length === 0) continue;
    for (const { type, minKm, maxKm } of fleet.layouts) {
      for (let tries = 0; tries < TRIES; tries++) {
        const [from, to] = [pick(atHome), pick(airports)];
        const km = greatCircleKm(from, to);
        if (from === to || km < minKm || km > maxKm) continue;
        flights.push({
          origin: airportCode(from),
          destination: airportCode(to),
          operatingCarrierCode,
          flightNumber: 1 + Math.floor(9999 * draw()),
          departureDate: { year: 2026, month: 1 + Math.floor(12 * draw()), day: 1 + Math.floor(28 * draw()) },
          aircraft: type.icao,
        });
        break;
      }
    }
  }
  return JSON.parse(JSON.stringify(flights)) as FlightInput[];
}
