import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DepartureDate } from '@flight-offset/core';
import { estimateFlights, type FlightInput, typicalEmissions } from '../index.ts';
import {
  estimateTrip,
  NON_CO2_MULTIPLIERS,
  type TripInput,
  type TripLeg,
  UnsupportedTripError,
} from './index.ts';

const OUT: FlightInput = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};
const ON: FlightInput = {
  origin: 'SFO',
  destination: 'LAX',
  operatingCarrierCode: 'UA',
  flightNumber: 1512,
  departureDate: { year: 2026, month: 12, day: 15 },
};

describe('the emissions of a trip', () => {
  test('adds up the figures of each leg times its travellers', () => {
    const trip = estimateTrip({
      id: 'booking 7',
      legs: [OUT, ON],
      travellers: [
        { cabin: 'economy', count: 2 },
        { cabin: 'business', count: 1 },
      ],
    });
    const flights = estimateFlights([OUT, ON]);
    const expected = flights.map(({ emissionsGramsPerPax: { economy, business } }) => 2 * economy + business);
    assert.deepEqual(
      trip.legs.map(({ grams }) => grams.wtw),
      expected,
    );
    assert.equal(trip.grams.wtw, expected[0]! + expected[1]!);
    assert.equal(trip.grams.ttw + trip.grams.wtt, trip.grams.wtw);
    assert.ok(Math.abs(trip.grams.ttw / trip.grams.wtw - 74 / 89) < 1e-4);
    for (const end of ['low', 'high'] as const)
      assert.equal(
        trip.range![end],
        flights.reduce((sum, { interval }) => sum + 2 * interval[end].economy + interval[end].business, 0),
      );
    assert.deepEqual(
      trip.legs.map(({ aircraft }) => aircraft),
      flights.map(({ aircraft }) => aircraft[0]),
    );
    const [first, second] = trip.legs;
    assert.equal(trip.greatCircleKm, Math.round(10 * (first!.greatCircleKm + second!.greatCircleKm)) / 10);
    assert.equal(first!.greatCircleKm, Math.round(10 * first!.greatCircleKm) / 10);
    assert.equal(trip.id, 'booking 7');
    assert.equal(trip.passengers, 3);
    assert.equal(trip.passengerKm, Math.round(30 * trip.greatCircleKm) / 10);
    assert.deepEqual(
      trip.legs.map(({ gramsPerPax }) => gramsPerPax),
      flights.map(({ emissionsGramsPerPax }) => emissionsGramsPerPax),
    );
    assert.ok(Math.abs(trip.greatCircleKm - 9370 - 543) < 20, String(trip.greatCircleKm));
  });

  test('counts one traveller in economy if none are given', () => {
    const [{ emissionsGramsPerPax }] = estimateFlights([OUT]) as [ReturnType<typeof estimateFlights>[0]];
    assert.equal(estimateTrip({ legs: [OUT] }).grams.wtw, emissionsGramsPerPax.economy);
  });

  test('refuses a return leg from an airport that is closed on that day, naming the leg', () => {
    // Tegel closed on 8 November 2020.
    const departureDate = { year: 2020, month: 11, day: 1 };
    const legs = [{ ...OUT, origin: 'FRA', destination: 'TXL', operatingCarrierCode: 'LH', departureDate }];
    assert.equal(estimateTrip({ legs }).legs.length, 1);
    assert.throws(
      () => estimateTrip({ legs, returnDate: { year: 2020, month: 11, day: 9 } }),
      (error: unknown) =>
        error instanceof UnsupportedTripError && error.problems[0]!.field === 'legs[1].origin',
    );
    const on = { ...legs[0]!, origin: 'TXL', destination: 'ZRH' };
    assert.throws(
      () => estimateTrip({ legs: [...legs, on], returnDate: { year: 2020, month: 11, day: 9 } }),
      ({ problems }: UnsupportedTripError) =>
        problems.map(({ field }) => field).join() === 'legs[2].destination,legs[3].origin',
    );
  });

  test('returns along the same legs in reverse, on the day of the return', () => {
    const returnDate = { year: 2026, month: 12, day: 28 };
    const trip = estimateTrip({ legs: [OUT, ON], returnDate });
    assert.deepEqual(
      trip.legs.map(({ leg, estimate }) => [leg.origin, leg.destination, estimate!.flight.departureDate.day]),
      [
        ['ZRH', 'SFO', 14],
        ['SFO', 'LAX', 15],
        ['LAX', 'SFO', 28],
        ['SFO', 'ZRH', 28],
      ],
    );
    const sameDays = estimateTrip({ legs: [OUT], roundTrip: true });
    assert.equal(sameDays.legs[1]!.estimate!.flight.departureDate.day, 14);
    const airports = estimateTrip({ stops: ['ZRH', 'SFO'], returnDate });
    assert.deepEqual(airports.legs[1]!.leg, { origin: 'SFO', destination: 'ZRH' });
  });

  test('refuses a return before the outbound flights, except a day earlier across the date line', () => {
    const on = (day: number): DepartureDate => ({ year: 2026, month: 12, day });
    for (const [returnDate, says] of [
      [on(13), 'returnDate is before 2026-12-15, the day of legs[1]. Check both dates.'],
      [
        { year: 2026, month: 1, day: 28 },
        'returnDate is before 2026-12-14, the day of legs[0]. Check both dates.',
      ],
    ] as const)
      assert.throws(
        () => estimateTrip({ legs: [OUT, ON], returnDate }),
        ({ problems }: UnsupportedTripError) => {
          assert.deepEqual(problems, [{ code: 'invalid_value', field: 'returnDate', message: says }]);
          return true;
        },
      );
    assert.equal(estimateTrip({ legs: [OUT, ON], returnDate: on(14) }).legs.length, 4);
    const newYear = { ...OUT, departureDate: { year: 2027, month: 1, day: 1 } };
    assert.equal(estimateTrip({ legs: [newYear], returnDate: on(31) }).legs.length, 2);
  });

  test('takes the typical figure of a leg of airports alone', () => {
    const trip = estimateTrip({ stops: ['del', 'DXB', 'LHR'], roundTrip: true });
    assert.equal(trip.legs.length, 4);
    const typical = typicalEmissions('DEL', 'DXB');
    const [first] = trip.legs;
    assert.equal(first!.grams.wtw, typical.emissionsGramsPerPax.economy);
    const ttw = Math.round((first!.grams.wtw * 74) / 89);
    assert.deepEqual(first!.grams, { wtw: first!.grams.wtw, ttw, wtt: first!.grams.wtw - ttw });
    assert.equal(first!.method, typical.description);
    assert.deepEqual(first!.gramsPerPax, typical.emissionsGramsPerPax);
    assert.equal(first!.dataCategory, 'default');
    assert.deepEqual([first!.range, first!.estimate, trip.range], [undefined, undefined, undefined]);
  });

  test('refuses travellers in another spelling, instead of counting one', () => {
    const trip = { stops: ['ZRH', 'SFO'], travelers: [{ cabin: 'first', count: 3 }] };
    assert.throws(() => estimateTrip(trip as TripInput), /travelers: must be spelled travellers\./);
  });

  test('refuses an aircraft without its flight, instead of ignoring it', () => {
    const leg = { origin: 'ZRH', destination: 'SFO' };
    for (const known of [
      { aircraft: '789' },
      { loadFactor: 0.5 },
      { distanceKm: 9500 },
      { seats: { economy: 9 } },
      { carrier: 'LX' },
      { flight: 38 },
    ])
      assert.throws(
        () => estimateTrip({ legs: [{ ...leg, ...known }] }),
        ({ problems }: UnsupportedTripError) =>
          problems.map(({ field }) => field).join() ===
          'legs[0].operatingCarrierCode,legs[0].flightNumber,legs[0].departureDate',
      );
    assert.equal(
      estimateTrip({ legs: [{ ...leg, aircraft: undefined } as TripLeg] }).legs[0]!.estimate,
      undefined,
    );
  });

  test('accepts a flight and a leg of airports alone in one trip', () => {
    const trip = estimateTrip({ legs: [OUT, { origin: 'OAK', destination: 'LAX' }] });
    assert.deepEqual(
      trip.legs.map(({ estimate }) => estimate !== undefined),
      [true, false],
    );
    assert.equal(trip.legs[0]!.dataCategory, 'modelled');
  });

  test('marks the data of an unknown carrier as default', () => {
    const trip = estimateTrip({ legs: [{ ...OUT, operatingCarrierCode: 'ZZ' }] });
    assert.equal(trip.legs[0]!.dataCategory, 'default');
  });
});

describe('non-CO2 effects', () => {
  test('are given only if requested, and never part of the figure', () => {
    const plain = estimateTrip({ legs: [OUT] });
    assert.equal(plain.nonCo2, undefined);
    const trip = estimateTrip({ legs: [OUT] }, { nonCo2: 'defra' });
    assert.deepEqual(trip.grams, plain.grams);
    assert.equal(trip.nonCo2?.multiplier, 1.7);
    assert.equal(trip.nonCo2?.grams, Math.round(trip.grams.ttw * 0.7));
    assert.match(trip.nonCo2?.source ?? '', /UK Government/);
  });

  test('as published: 1.7 of the UK Government and by GWP100, 3 by GWP*', () => {
    const multipliers = Object.entries(NON_CO2_MULTIPLIERS).map(([name, { multiplier }]) => [
      name,
      multiplier,
    ]);
    assert.deepEqual(multipliers, [
      ['defra', 1.7],
      ['lee-2021-gwp100', 1.7],
      ['lee-2021-gwp-star', 3],
    ]);
  });

  test('by a multiplier of the caller, with its source', () => {
    const trip = estimateTrip({ legs: [OUT] }, { nonCo2: { multiplier: 2, source: 'own policy' } });
    assert.deepEqual(trip.nonCo2, { multiplier: 2, source: 'own policy', grams: trip.grams.ttw });
    for (const multiplier of [1, 1.2345, 10]) {
      const { nonCo2, grams } = estimateTrip(
        { legs: [OUT] },
        { nonCo2: { multiplier, source: 'own policy' } },
      );
      assert.equal(nonCo2?.grams, Math.round(grams.ttw * (multiplier - 1)));
    }
  });

  for (const choice of [
    'toString',
    'rfi',
    null,
    { multiplier: 0.9, source: 'x' },
    { multiplier: 11, source: 'x' },
    { multiplier: Number.NaN, source: 'x' },
    { multiplier: '2', source: 'x' },
    { multiplier: 2, source: ' ' },
    { multiplier: 2 },
  ]) {
    test(`refused: ${JSON.stringify(choice)}`, () => {
      assert.throws(() => estimateTrip({ legs: [OUT] }, { nonCo2: choice as never }), RangeError);
    });
  }
});

const faulty: [name: string, trip: unknown, fields: string[]][] = [
  ['nothing', null, ['trip']],
  ['neither legs nor stops', {}, ['legs']],
  ['legs and stops', { legs: [OUT], stops: ['ZRH', 'SFO'] }, ['legs']],
  ['no leg', { legs: [] }, ['legs']],
  ['one stop', { stops: ['ZRH'] }, ['stops']],
  ['too many legs', { legs: Array.from({ length: 51 }, () => OUT) }, ['legs']],
  ['a leg that is none', { legs: [OUT, 7] }, ['legs[1]']],
  [
    'faults in several places',
    {
      id: 7,
      legs: [
        { ...OUT, origin: 'LON', flightNumber: 0 },
        { origin: 'ZRH', destination: 'ZRH' },
      ],
      returnDate: { year: 2026, month: 2, day: 30 },
      roundTrip: 'yes',
      travellers: [{ cabin: 'steerage', count: 0 }, null],
    },
    [
      'id',
      'legs[0].flightNumber',
      'legs[0].origin',
      'legs[1].destination',
      'returnDate.day',
      'roundTrip',
      'travellers[0].cabin',
      'travellers[0].count',
      'travellers[1]',
    ],
  ],
  ['a flight without a date', { legs: [{ ...OUT, departureDate: undefined }] }, ['legs[0].departureDate']],
  [
    'half a traveller',
    { legs: [OUT], travellers: [{ cabin: 'economy', count: 1.5 }] },
    ['travellers[0].count'],
  ],
  ['too many stops', { stops: Array.from({ length: 52 }, (_, at) => (at % 2 ? 'ZRH' : 'SFO')) }, ['stops']],
  [
    'too many groups',
    { legs: [OUT], travellers: Array.from({ length: 21 }, () => ({ cabin: 'economy', count: 1 })) },
    ['travellers'],
  ],
  [
    'too many travellers',
    { legs: [OUT], travellers: [{ cabin: 'economy', count: 1000 }] },
    ['travellers[0].count'],
  ],
  ['no travellers', { legs: [OUT], travellers: [] }, ['travellers']],
  [
    'more travellers than a stack has room for',
    { legs: [OUT], travellers: new Array(200_000).fill({}) },
    ['travellers'],
  ],
];

test('as much as a trip may hold: 50 legs, 20 groups, 999 travellers in one', () => {
  const stops = Array.from({ length: 51 }, (_, at) => (at % 2 ? 'ZRH' : 'SFO'));
  const travellers = Array.from({ length: 20 }, () => ({ cabin: 'economy', count: 999 }) as const);
  const trip = estimateTrip({ stops, travellers });
  assert.deepEqual([trip.legs.length, trip.passengers], [50, 19_980]);
});

for (const [name, trip, fields] of faulty) {
  test(`a trip with ${name}: every fault with its path`, () => {
    assert.throws(
      () => estimateTrip(trip as TripInput),
      (error) => {
        assert.ok(error instanceof UnsupportedTripError);
        assert.deepEqual(error.problems.map(({ field }) => field).sort(), fields);
        for (const { field, message } of error.problems) {
          assert.ok(error.message.includes(field));
          assert.equal(message.includes('departureDate'), field.includes('departureDate'), message);
        }
        return true;
      },
    );
  });
}
