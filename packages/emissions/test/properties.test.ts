/** Properties of every flight, tried on thousands drawn at random. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aircraftTypes } from '../src/aircraft/aircraft.ts';
import { cabinWeights } from '../src/aircraft/cabin-weights.ts';
import { AIRPORT_COUNT, airportCode, airportIndex } from '../src/airports/airport-codes.ts';
import { openAirportIndex } from '../src/airports/place-codes.ts';
import { carrierCodes } from '../src/carriers/carriers.ts';
import { calculateFlights, economyGramsPerPax, type FlightInput, tryEstimateFlight } from '../src/index.ts';
import * as lite from '../src/lite.ts';

const open = Array.from({ length: AIRPORT_COUNT }, (_, i) => airportCode(i)).filter(
  (code) => openAirportIndex(code) >= 0,
);
const types = aircraftTypes().map(({ icao }) => icao);
const carriers = [...carrierCodes(), 'ZZ'];
const CABINS = ['first', 'business', 'premiumEconomy', 'economy'] as const;

const airport = fc.constantFrom(...open);
const pair = fc.tuple(airport, airport).filter(([a, b]) => a !== b);
const seats = fc.record({
  first: fc.integer({ min: 0, max: 30 }),
  business: fc.integer({ min: 0, max: 100 }),
  premiumEconomy: fc.integer({ min: 0, max: 60 }),
  economy: fc.integer({ min: 1, max: 500 }),
});
const flight = fc
  .record({
    pair,
    operatingCarrierCode: fc.constantFrom(...carriers),
    flightNumber: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
  })
  .map(
    ({ pair: [origin, destination], operatingCarrierCode, flightNumber, month }): FlightInput => ({
      origin,
      destination,
      operatingCarrierCode,
      flightNumber,
      departureDate: { year: 2026, month, day: 1 },
    }),
  );

function estimate(input: FlightInput) {
  const result = tryEstimateFlight(input);
  assert.ok(result.ok, JSON.stringify(result));
  return result.estimate;
}

test('emissions do not fall with distance for any type', () => {
  const rising = fc.tuple(
    flight,
    fc.constantFrom(...types),
    seats,
    fc.double({ min: 1, max: 19_000, noNaN: true }),
    fc.double({ min: 0.1, max: 3000, noNaN: true }),
  );
  fc.assert(
    fc.property(rising, ([input, aircraft, cabin, km, more]) => {
      const given = { ...input, aircraft, seats: cabin, loadFactor: 0.8, cargoMassFraction: 0.1 };
      const near = economyGramsPerPax({ ...given, distanceKm: km });
      const far = economyGramsPerPax({ ...given, distanceKm: km + more });
      assert.ok(far >= near, `${km} km: ${near}, ${km + more} km: ${far}`);
    }),
    { numRuns: 2000 },
  );
});

test('both directions differ only by distance factor and cargo', () => {
  fc.assert(
    fc.property(flight, (input) => {
      const there = { ...input, distanceKm: 3000, cargoMassFraction: 0.1 };
      const back = { ...there, origin: input.destination, destination: input.origin };
      assert.deepEqual(estimate(back).emissionsGramsPerPax, estimate(there).emissionsGramsPerPax);
      assert.deepEqual(estimate(back).aircraft, estimate(there).aircraft);
    }),
    { numRuns: 500 },
  );
});

test("all passengers' figures add up to the passengers' share of the fuel", () => {
  fc.assert(
    fc.property(
      flight,
      fc.constantFrom(...types),
      seats,
      fc.record({
        loadFactor: fc.double({ min: 0.3, max: 1, noNaN: true }),
        cargoMassFraction: fc.double({ min: 0, max: 0.6, noNaN: true }),
      }),
      (input, aircraft, cabin, { loadFactor, cargoMassFraction }) => {
        const economy = economyGramsPerPax({
          ...input,
          aircraft,
          seats: cabin,
          loadFactor,
          cargoMassFraction,
        });
        const [candidate] = estimate({
          ...input,
          aircraft,
          seats: cabin,
          loadFactor,
          cargoMassFraction,
        }).aircraft;
        const weights = cabinWeights(candidate!.body);
        const seated =
          cabin.first * weights.first +
          cabin.business * weights.business +
          cabin.premiumEconomy * weights.premiumEconomy +
          cabin.economy * weights.economy;
        const share = candidate!.fuelKg * 3835.9 * (1 - cargoMassFraction);
        // The candidate's fuel is rounded to the kilogram.
        const rounding = 0.5 / Math.max(1, candidate!.fuelKg) + 1e-9;
        assert.ok(Math.abs((economy * seated * loadFactor) / share - 1) <= rounding);
      },
    ),
    { numRuns: 1000 },
  );
});

test('every figure is a whole number above 0, low is not above high, shares add up', () => {
  fc.assert(
    fc.property(flight, fc.option(fc.constantFrom(...types), { nil: undefined }), (input, aircraft) => {
      const estimated = estimate({ ...input, aircraft });
      for (const cabin of CABINS) {
        const grams = estimated.emissionsGramsPerPax[cabin];
        assert.ok(Number.isInteger(grams) && grams > 0, `${cabin}: ${grams}`);
        assert.ok(
          estimated.interval.low[cabin] <= estimated.interval.high[cabin] &&
            estimated.interval.low[cabin] > 0,
        );
        assert.equal(estimated.ttwGramsPerPax[cabin] + estimated.wttGramsPerPax[cabin], grams);
      }
      const shares = estimated.aircraft.reduce((sum, { share }) => sum + share, 0);
      assert.ok(Math.abs(shares - 1) < 1e-9, `shares ${shares}`);
    }),
    { numRuns: 2000 },
  );
});

test('the fast paths equal the full estimate, to the gram', () => {
  fc.assert(
    fc.property(flight, fc.option(fc.constantFrom(...types), { nil: undefined }), (input, aircraft) => {
      const full = estimate({ ...input, aircraft }).emissionsGramsPerPax;
      const one = economyGramsPerPax({ ...input, aircraft });
      assert.equal(Math.round(one), full.economy);
      const [figures] = calculateFlights([{ ...input, aircraft }]);
      assert.deepEqual(figures!.emissionsGramsPerPax, full);
    }),
    { numRuns: 1000 },
  );
});

test('every airport, type and carrier gives a number', () => {
  const departureDate = { year: 2026, month: 7, day: 1 };
  const hub = ['ZRH', 'JFK', 'SIN', 'PPT'] as const;
  for (const [i, origin] of open.entries()) {
    const destination = hub.find((code, k) => (i + k) % hub.length >= 0 && code !== origin)!;
    const other = open[(i * 7919 + 13) % open.length]!;
    for (const [to, aircraft] of [
      [destination, types[i % types.length]],
      [other === origin ? destination : other, undefined],
    ] as const) {
      const operatingCarrierCode = carriers[i % carriers.length]!;
      const input = {
        origin,
        destination: to,
        operatingCarrierCode,
        flightNumber: 1 + (i % 9999),
        departureDate,
        aircraft,
      };
      const grams = economyGramsPerPax(input);
      assert.ok(Number.isFinite(grams) && grams > 0, JSON.stringify({ input, grams }));
      const small = lite.economyGramsPerPax(input);
      assert.ok(Number.isFinite(small) && small > 0, JSON.stringify({ input, small }));
    }
  }
});

test('every type gives a figure above 0 at every distance', () => {
  const departureDate = { year: 2026, month: 7, day: 1 };
  const input = {
    origin: 'ZRH',
    destination: 'SFO',
    operatingCarrierCode: 'ZZ',
    flightNumber: 1,
    departureDate,
  };
  for (const aircraft of types) {
    // The maximum distance of the engine; flown distances are below it.
    for (let km = 25_000; km > 1e-6; km = km > 20 ? km - 13 : km / 2) {
      const grams = economyGramsPerPax({ ...input, aircraft, distanceKm: km });
      assert.ok(grams > 0 && grams < 1e9, `${aircraft} ${km} km: ${grams}`);
    }
  }
});

test('400 000 random pairs of airports and types give a number; run all-pairs tries all of them', () => {
  const departureDate = { year: 2026, month: 7, day: 1 };
  let state = 20_261_121;
  const draw = <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((list.length * state) / 2 ** 32)]!;
  };
  for (let i = 0; i < 400_000; i++) {
    const [origin, destination, aircraft] = [draw(open), draw(open), draw(types)];
    if (origin === destination) continue;
    const operatingCarrierCode = draw(carriers);
    const grams = economyGramsPerPax({
      origin,
      destination,
      operatingCarrierCode,
      flightNumber: 1,
      departureDate,
      aircraft,
    });
    assert.ok(
      grams > 0 && grams < 1e9,
      `${origin}-${destination} ${operatingCarrierCode} ${aircraft}: ${grams}`,
    );
  }
});

test('every airport is found by its own code', () => {
  for (const code of open) assert.equal(airportCode(airportIndex(code)), code);
});

test('any value returns a result, never an exception', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      assert.equal(typeof tryEstimateFlight(value as FlightInput).ok, 'boolean');
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(
      fc.record({
        origin: fc.anything(),
        destination: fc.anything(),
        operatingCarrierCode: fc.anything(),
        flightNumber: fc.anything(),
        departureDate: fc.anything(),
        aircraft: fc.anything(),
        seats: fc.anything(),
      }),
      (value) => {
        assert.equal(tryEstimateFlight(value as FlightInput).ok, false);
      },
    ),
    { numRuns: 2000 },
  );
});
