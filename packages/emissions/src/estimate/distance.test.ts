import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AIRPORT_COUNT, airportCode, airportIndex, codeOrdinal } from '../airports/airport-codes.ts';
import { airportCountry, countryIndex } from '../airports/airports.ts';
import { EARTH_RADIUS_KM, greatCircleKm } from '../airports/great-circle.ts';
import { type CheckedFlight, checkFlight, type FlightInput } from '../flight/flight-input.ts';
import { airportPairFactor } from '../statistics/airport-pair-factor.ts';
import { countryFactor } from '../statistics/distance-factor.ts';
import { flightDistance } from './chain.ts';

const between = (a: string, b: string): [number, number] => [airportIndex(a), airportIndex(b)];

function checked(origin: string, destination: string, more: Partial<FlightInput> = {}): CheckedFlight {
  const departureDate = { year: 2026, month: 6, day: 1 };
  const flight = checkFlight({
    origin,
    destination,
    operatingCarrierCode: 'LX',
    flightNumber: 1,
    departureDate,
    ...more,
  });
  assert.ok('from' in flight);
  return flight;
}

test("ZRH-SFO is 9369 km on TIM's sphere", () => {
  assert.ok(Math.abs(greatCircleKm(...between('ZRH', 'SFO')) - 9369) < 1.5);
});

test('a minute of arc is a nautical mile', () => {
  assert.ok(Math.abs(EARTH_RADIUS_KM - 6366.707) < 0.001);
});

test('an airport is 0 km from itself', () => assert.equal(greatCircleKm(...between('ZRH', 'ZRH')), 0));

test('the distance is the same in both directions, the airport-pair factor is not', () => {
  const [zrh, sfo] = between('ZRH', 'SFO');
  assert.equal(greatCircleKm(zrh, sfo), greatCircleKm(sfo, zrh));
  // GAIA's 1.0273, packed in steps of 0.0008.
  assert.ok(Math.abs(airportPairFactor(zrh, sfo) - 1.0273) <= 0.0004);
  assert.ok(airportPairFactor(sfo, zrh) > 1);
  assert.notEqual(airportPairFactor(zrh, sfo), airportPairFactor(sfo, zrh));
});

test('takes the factor of the airport pair, then the country pair, then the world, as its tier states', () => {
  assert.equal(flightDistance(checked('ZRH', 'SFO'), airportPairFactor).tier, 'airport pair');
  const country = flightDistance(checked('ZRH', 'SFO'), () => 0);
  assert.equal(country.tier, 'country pair');
  assert.equal(country.factor, countryFactor(countryIndex('CH'), countryIndex('US')));
  const world = flightDistance(checked('ZRH', 'MFN'), airportPairFactor);
  assert.equal(world.tier, 'default');
  assert.equal(world.factor, 1.052);
});

test('subtracts 17 NM for landing and take-off from the flown distance', () => {
  const { flownKm, cruiseNm } = flightDistance(checked('ZRH', 'BOS'), airportPairFactor);
  assert.ok(Math.abs(flownKm / 1.852 - 17 - cruiseNm) < 1e-9);
  // TIM's API states 6119 km for the flight, after the subtraction.
  assert.ok(Math.abs(cruiseNm * 1.852 - 6119) < 2);
});

test("takes the caller's distance in place of its own", () => {
  const distance = flightDistance(checked('ZRH', 'SFO', { distanceKm: 10_000 }), airportPairFactor);
  assert.equal(distance.tier, 'caller');
  assert.equal(distance.flownKm, 10_000);
});

test('there are more than 9500 airports, each in its country', () => {
  assert.ok(AIRPORT_COUNT > 9500);
  assert.equal(airportCountry(airportIndex('DXN')), 'IN');
  assert.equal(airportCountry(airportIndex('zrh')), 'CH');
  assert.equal(airportCode(airportIndex('NMI')), 'NMI');
  assert.equal(airportIndex('QQQ'), -1);
  for (const no of ['', 'ZR', 'ZRHX', 'Z1H', 'ZR-', 'ÄÖÜ']) assert.equal(codeOrdinal(no), -1, no);
});
