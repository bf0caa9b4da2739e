import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCandidates } from '../candidates/candidates.ts';
import { chooseAircraft } from '../candidates/choose-aircraft.ts';
import { carrierCodes } from '../carriers/carriers.ts';
import { type CheckedFlight, checkFlight } from '../flight/flight-input.ts';
import { airportPairFactor } from '../statistics/airport-pair-factor.ts';
import { estimateCandidates } from './candidate-estimate.ts';
import { choiceKm, flightDistance } from './chain.ts';
import { type PointEstimate, pointEstimate } from './point-estimate.ts';

/** Calculates the same from the estimates of the candidates, each with its own fuel, seats, load and cargo. */
function meanOfCandidates(flight: CheckedFlight): PointEstimate {
  const distance = flightDistance(flight, airportPairFactor);
  const candidates = createCandidates();
  chooseAircraft(flight, choiceKm(flight, distance.greatCircleKm), candidates);
  const estimates = estimateCandidates(flight, distance, candidates);
  const shareOf = (wanted: string): number =>
    estimates.reduce((sum, { body, share }) => sum + (body === wanted ? share : 0), 0);
  const body = shareOf('wide') > shareOf('narrow') ? 'wide' : 'narrow';
  const sum = estimates.reduce(
    (grams, one) => grams + (one.body === body ? one.share * one.economyGrams : 0),
    0,
  );
  return { economyGrams: sum / shareOf(body), body };
}

test('the point estimate is the mean over the candidates of the likelier body, for any flight', () => {
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 4 });
  const flight = fc.record({
    origin: fc.constantFrom('ZRH', 'JFK', 'DEL', 'LHR', 'ORD', 'LAX', 'NRT', 'YYZ', 'LCY', 'GUM'),
    destination: fc.constantFrom('SFO', 'BOS', 'BOM', 'CDG', 'ATL', 'SIN', 'HNL', 'HND', 'BRE', 'KTM'),
    operatingCarrierCode: fc.oneof(
      fc.constantFrom(...carrierCodes()),
      fc.constantFrom('AA', 'UA', 'JL', 'ZZ'),
    ),
    flightNumber: fc.integer({ min: 1, max: 9999 }),
    departureDate: fc.record({
      year: fc.integer({ min: 2015, max: 2030 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    aircraft: maybe(fc.constantFrom('789', '77W', 'A320', '32B', '73H', '737', '787', 'E90', 'B3XM')),
    seats: maybe(fc.record({ business: fc.nat(40), economy: fc.integer({ min: 1, max: 300 }) })),
    loadFactor: maybe(fc.double({ min: 0.3, max: 1, noNaN: true })),
    cargoMassFraction: maybe(fc.double({ min: 0, max: 0.6, noNaN: true })),
    distanceKm: maybe(fc.double({ min: 1, max: 16_000, noNaN: true })),
  });
  fc.assert(
    fc.property(flight, (given) => {
      const checked = checkFlight(given);
      assert.ok(!('code' in checked), JSON.stringify(checked));
      const quick = pointEstimate(checked, airportPairFactor);
      const mean = meanOfCandidates(checked);
      assert.equal(quick.body, mean.body);
      assert.ok(Math.abs(quick.economyGrams / mean.economyGrams - 1) < 1e-12);
    }),
    { numRuns: 3000 },
  );
});
