import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlightInput } from './flight-input.ts';
import { flightProblems } from './flight-problems.ts';

const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

const cases: [name: string, flight: unknown, fields: string[]][] = [
  ['a valid flight', FLIGHT, []],
  ['one field', { ...FLIGHT, origin: 'LON' }, ['origin']],
  [
    'every field',
    {
      origin: 'QQQ',
      destination: 7,
      operatingCarrierCode: '?',
      flightNumber: 0,
      departureDate: { year: 1, month: 13, day: 40 },
      seats: { first: -1, economy: 0.5 },
      loadFactor: 2,
      cargoMassFraction: 1,
      distanceKm: -5,
    },
    [
      'origin',
      'destination',
      'operatingCarrierCode',
      'flightNumber',
      'departureDate.year',
      'departureDate.month',
      'departureDate.day',
      'seats.first',
      'seats.economy',
      'loadFactor',
      'cargoMassFraction',
      'distanceKm',
    ],
  ],
  ['no fields', {}, ['origin', 'destination', 'operatingCarrierCode', 'flightNumber', 'departureDate']],
  ['the same airport', { ...FLIGHT, destination: 'ZRH', flightNumber: -1 }, ['destination', 'flightNumber']],
  ['an origin that is the valid destination', { ...FLIGHT, origin: 'sfo', destination: '' }, ['destination']],
  ['a destination that is the valid origin', { ...FLIGHT, origin: 'LON', destination: 'zrh' }, ['origin']],
  [
    'an origin that is the valid destination, and a field after both',
    { ...FLIGHT, origin: 'SFO', destination: '', flightNumber: 0 },
    ['destination', 'flightNumber'],
  ],
  [
    'seats of nobody, and a field after them',
    { ...FLIGHT, seats: {}, loadFactor: 2 },
    ['seats', 'loadFactor'],
  ],
  ['no object', null, ['']],
];

for (const [name, flight, fields] of cases) {
  test(`problems of ${name}`, () => {
    const problems = flightProblems(flight as FlightInput);
    assert.deepEqual(
      problems.map(({ field }) => field),
      fields,
    );
    assert.ok(problems.every(({ message }) => message.length > 10));
  });
}
