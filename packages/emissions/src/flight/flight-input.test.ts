import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateFlights, tryEstimateFlight, UnsupportedFlightsError } from '../index.ts';
import type { FlightInput } from './flight-input.ts';

const good = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

/** Returns a caller's input with changes, which may be far from a flight. */
const flightWith = (changes: object): FlightInput => ({ ...good, ...changes }) as FlightInput;

const refused: readonly (readonly [string, object, string, string])[] = [
  ['unknown airport', { origin: 'QQQ' }, 'unknown_airport', 'origin'],
  ['metropolitan code', { destination: 'LON' }, 'metropolitan_code', 'destination'],
  ['metropolitan code in small letters', { destination: 'nyc' }, 'metropolitan_code', 'destination'],
  ['closed airport', { origin: 'TXL' }, 'closed_airport', 'origin'],
  [
    'closed airport on the day after its last',
    { origin: 'TXL', departureDate: { year: 2020, month: 11, day: 9 } },
    'closed_airport',
    'origin',
  ],
  ['former code', { origin: 'TSE' }, 'closed_airport', 'origin'],
  ['railway station', { origin: 'QKL' }, 'surface_station', 'origin'],
  ['same airport twice', { destination: 'zrh' }, 'same_airport', 'destination'],
  ['two codes of one airport', { origin: 'FRU', destination: 'BSZ' }, 'same_airport', 'destination'],
  ['airport of four letters', { origin: 'LSZH' }, 'invalid_value', 'origin'],
  ['airport of another alphabet', { origin: 'ЗРХ' }, 'invalid_value', 'origin'],
  ['no origin', { origin: undefined }, 'invalid_value', 'origin'],
  ['origin an object', { origin: { toString: () => 'ZRH' } }, 'invalid_value', 'origin'],
  ['railway as carrier', { operatingCarrierCode: '2C' }, 'surface_carrier', 'operatingCarrierCode'],
  ['ICAO carrier nobody knows', { operatingCarrierCode: 'QQQ' }, 'unknown_carrier', 'operatingCarrierCode'],
  ['carrier of four letters', { operatingCarrierCode: 'SWRX' }, 'invalid_value', 'operatingCarrierCode'],
  [
    'carrier of a digit and two letters',
    { operatingCarrierCode: '1AB' },
    'invalid_value',
    'operatingCarrierCode',
  ],
  ['carrier of digits', { operatingCarrierCode: '12' }, 'invalid_value', 'operatingCarrierCode'],
  ['carrier an array', { operatingCarrierCode: ['LX'] }, 'invalid_value', 'operatingCarrierCode'],
  ['flight number 0', { flightNumber: 0 }, 'invalid_value', 'flightNumber'],
  ['flight number in text', { flightNumber: '38' }, 'invalid_value', 'flightNumber'],
  ['flight number NaN', { flightNumber: Number.NaN }, 'invalid_value', 'flightNumber'],
  ['no date', { departureDate: null }, 'invalid_value', 'departureDate'],
  ['31 February', { departureDate: { year: 2026, month: 2, day: 31 } }, 'invalid_value', 'departureDate.day'],
  [
    '29 February 2027',
    { departureDate: { year: 2027, month: 2, day: 29 } },
    'invalid_value',
    'departureDate.day',
  ],
  [
    '29 February of a century',
    { departureDate: { year: 2100, month: 2, day: 29 } },
    'invalid_value',
    'departureDate.day',
  ],
  ['year 2201', { departureDate: { year: 2201, month: 1, day: 1 } }, 'invalid_value', 'departureDate.year'],
  ['year 1899', { departureDate: { year: 1899, month: 12, day: 31 } }, 'invalid_value', 'departureDate.year'],
  ['month 0', { departureDate: { year: 2026, month: 0, day: 1 } }, 'invalid_value', 'departureDate.month'],
  ['day 0', { departureDate: { year: 2026, month: 1, day: 0 } }, 'invalid_value', 'departureDate.day'],
  ['month 13', { departureDate: { year: 2026, month: 13, day: 1 } }, 'invalid_value', 'departureDate.month'],
  ['train', { aircraft: 'TRN' }, 'surface_equipment', 'aircraft'],
  ['bus in small letters', { aircraft: 'bus' }, 'surface_equipment', 'aircraft'],
  ['carrier of freight', { operatingCarrierCode: '5X' }, 'freight_carrier', 'operatingCarrierCode'],
  ['aircraft named like an object method', { aircraft: 'valueOf' }, 'invalid_value', 'aircraft'],
  ['aircraft with a hyphen', { aircraft: '7-8' }, 'invalid_value', 'aircraft'],
  ['aircraft of two characters', { aircraft: '77' }, 'invalid_value', 'aircraft'],
  ['aircraft of five characters', { aircraft: 'A320X' }, 'invalid_value', 'aircraft'],
  ['railway in small letters', { operatingCarrierCode: '2c' }, 'surface_carrier', 'operatingCarrierCode'],
  ['aircraft a number', { aircraft: 789 }, 'invalid_value', 'aircraft'],
  ['no seats at all', { seats: {} }, 'invalid_value', 'seats'],
  ['seats null', { seats: null }, 'invalid_value', 'seats'],
  ['seats of a cabin null', { seats: { economy: 4, business: null } }, 'invalid_value', 'seats.business'],
  ['half a seat', { seats: { economy: 0.5 } }, 'invalid_value', 'seats.economy'],
  ['load factor 0', { loadFactor: 0 }, 'invalid_value', 'loadFactor'],
  ['load factor whose share is infinite', { loadFactor: 1e-310 }, 'invalid_value', 'loadFactor'],
  ['load factor below one passenger', { loadFactor: 0.0009 }, 'invalid_value', 'loadFactor'],
  ['load factor above 1', { loadFactor: 1.01 }, 'invalid_value', 'loadFactor'],
  ['cargo alone', { cargoMassFraction: 1 }, 'invalid_value', 'cargoMassFraction'],
  ['endless distance', { distanceKm: Number.POSITIVE_INFINITY }, 'invalid_value', 'distanceKm'],
  ['flight number of five digits', { flightNumber: 10_000 }, 'invalid_value', 'flightNumber'],
  ['seats a number', { seats: 300 }, 'invalid_value', 'seats'],
  ['1001 seats', { seats: { economy: 1001 } }, 'invalid_value', 'seats.economy'],
  ['load factor in text', { loadFactor: '0.8' }, 'invalid_value', 'loadFactor'],
  ['cargo in text', { cargoMassFraction: '0.2' }, 'invalid_value', 'cargoMassFraction'],
  ['cargo below 0', { cargoMassFraction: -0.1 }, 'invalid_value', 'cargoMassFraction'],
  ['distance in text', { distanceKm: '8000' }, 'invalid_value', 'distanceKm'],
  ['distance 0', { distanceKm: 0 }, 'invalid_value', 'distanceKm'],
  ['distance of more than half the earth', { distanceKm: 25_001 }, 'invalid_value', 'distanceKm'],
];

for (const changes of [
  { flightNumber: 9999 },
  { seats: { economy: 1000, first: 0 } },
  { seats: { first: 4 } },
  { seats: { business: 4 } },
  { seats: { premiumEconomy: 4 } },
  { loadFactor: 0.001 },
  { loadFactor: 1 },
  { cargoMassFraction: 0 },
  { distanceKm: 25_000 },
  { departureDate: { year: 2028, month: 2, day: 29 } },
  { departureDate: { year: 2000, month: 2, day: 29 } },
  { departureDate: { year: 1900, month: 1, day: 1 } },
  { departureDate: { year: 2200, month: 12, day: 31 } },
  // The first airport of the table, and a closed one in small letters.
  { origin: 'AAA', destination: 'PPT' },
  { origin: 'txl', departureDate: { year: 2019, month: 3, day: 4 } },
  { origin: 'TXL', departureDate: { year: 2020, month: 11, day: 8 } },
  // Only the codes of this carrier are known.
  { operatingCarrierCode: 'PLM' },
])
  test(`accepts ${JSON.stringify(changes)} at its bound`, () =>
    assert.equal(tryEstimateFlight(flightWith(changes)).ok, true));

for (const [month, days] of [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].entries())
  test(`month ${month + 1} of 2026 has ${days} days`, () => {
    const ofDay = (day: number): boolean =>
      tryEstimateFlight(flightWith({ departureDate: { year: 2026, month: month + 1, day } })).ok;
    assert.deepEqual([ofDay(days), ofDay(days + 1)], [true, false]);
  });

for (const [year, days] of [
  [2000, 29],
  [2100, 28],
] as const)
  test(`February ${year} has ${days} days`, () => {
    const ofDay = (day: number): boolean =>
      tryEstimateFlight(flightWith({ departureDate: { year, month: 2, day } })).ok;
    assert.deepEqual([ofDay(days), ofDay(days + 1)], [true, false]);
  });

for (const [field, says] of [
  ['loadFactor', /from 0\.001 to 1/],
  ['cargoMassFraction', /from 0 to below 1/],
  ['distanceKm', /above 0 and at most 25000/],
] as const)
  test(`the message refusing ${field} states what it must be`, () => {
    const result = tryEstimateFlight(flightWith({ [field]: -1 }));
    assert.match(result.ok ? '' : result.problem.message, says);
  });

for (const [origin, says] of [
  ['TXL', /Use BER\.$/],
  ['DSA', /Give the airport the flight really uses\.$/],
] as const)
  test(`the message refusing ${origin} states where its flights went`, () => {
    const result = tryEstimateFlight(flightWith({ origin }));
    assert.match(result.ok ? '' : result.problem.message, says);
  });

for (const [operatingCarrierCode, name] of [
  ['5x', 'UPS Airlines'],
  ['FDX', 'FedEx'],
] as const)
  test(`the message refusing ${operatingCarrierCode} names ${name}`, () => {
    const result = tryEstimateFlight(flightWith({ operatingCarrierCode }));
    assert.ok(!result.ok && result.problem.message.includes(` is ${name}, which carries freight only`));
  });

for (const [name, changes, code, field] of refused) {
  test(`refuses: ${name}`, () => {
    const result = tryEstimateFlight(flightWith(changes));
    assert.equal(result.ok, false);
    assert.equal(!result.ok && result.problem.code, code);
    assert.equal(!result.ok && result.problem.field, field);
    assert.ok(!result.ok && result.problem.message.length > 15);
  });
}

for (const nothing of [null, undefined, 1, 'ZRH-SFO', [], () => 0]) {
  test(`refuses ${String(nothing)} as a flight`, () => {
    const result = tryEstimateFlight(nothing as unknown as FlightInput);
    assert.deepEqual(!result.ok && [result.problem.code, result.problem.field], ['invalid_value', '']);
  });
}

test('reports every flight of a list that cannot be estimated', () => {
  const flights = [good, flightWith({ origin: 'LON' }), good, flightWith({ aircraft: 'BUS' })];
  assert.throws(
    () => estimateFlights(flights),
    (error) => {
      assert.ok(error instanceof UnsupportedFlightsError);
      assert.equal(error.code, 'unsupported_flights');
      assert.deepEqual(
        error.flights.map(({ index, code }) => [index, code]),
        [
          [1, 'metropolitan_code'],
          [3, 'surface_equipment'],
        ],
      );
      assert.match(error.message, /^2 flights cannot be estimated\. flight 1: .*LHR.*\. flight 3: /);
      return true;
    },
  );
  assert.throws(() => estimateFlights(flights.slice(3)), { message: /^One flight cannot .* flight 0: / });
});

test('throws a TypeError if the flights are no list', () => {
  assert.throws(() => estimateFlights({} as unknown as FlightInput[]), TypeError);
});

test('reads codes in either case, and ICAO codes of carriers and aircraft', () => {
  const [upper, lower, icao] = estimateFlights([
    { ...good, aircraft: '77W' },
    { ...good, origin: 'zrh', destination: 'sfo', operatingCarrierCode: 'lx', aircraft: '77w' },
    { ...good, operatingCarrierCode: 'SWR', aircraft: 'B77W' },
  ]);
  assert.deepEqual(lower?.emissionsGramsPerPax, upper?.emissionsGramsPerPax);
  assert.deepEqual(icao?.emissionsGramsPerPax, upper?.emissionsGramsPerPax);
});

test('repeats the flight as it was given', () => {
  const [estimate] = estimateFlights([good]);
  assert.equal(estimate?.flight, good);
});
