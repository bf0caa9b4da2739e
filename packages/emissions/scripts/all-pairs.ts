/**
 * Estimates every ordered pair of open airports, each with one type in turn, and fails on any result that is not above
 * 0. 90 million flights, some minutes; `--part N` takes one in N origins.
 */
import { readOptions, readWhole } from '../../../scripts/read-options.ts';
import { aircraftTypes } from '../src/aircraft/aircraft.ts';
import { AIRPORT_COUNT, airportCode } from '../src/airports/airport-codes.ts';
import { openAirportIndex } from '../src/airports/place-codes.ts';
import { economyGramsPerPax } from '../src/index.ts';

const values = readOptions({ part: { type: 'string', default: '1' } });
const part = readWhole('part', values.part, 1);
const airports = Array.from({ length: AIRPORT_COUNT }, (_, i) => airportCode(i)).filter(
  (code) => openAirportIndex(code) >= 0,
);
const types = aircraftTypes().map(({ icao }) => icao);
const departureDate = { year: 2026, month: 7, day: 1 };
let count = 0;
let least = Number.POSITIVE_INFINITY;
let most = 0;
for (let i = 0; i < airports.length; i += part) {
  const origin = airports[i]!;
  for (const destination of airports) {
    if (destination === origin) continue;
    const aircraft = types[count++ % types.length]!;
    const grams = economyGramsPerPax({
      origin,
      destination,
      operatingCarrierCode: 'ZZ',
      flightNumber: 1,
      departureDate,
      aircraft,
    });
    if (!(grams > 0 && grams < Number.POSITIVE_INFINITY))
      throw new Error(`${origin}-${destination} ${aircraft}: ${grams}`);
    least = Math.min(least, grams);
    most = Math.max(most, grams);
  }
}
console.log(
  `${count} flights between ${airports.length} airports: ${least.toFixed(0)} to ${most.toFixed(0)} g`,
);
