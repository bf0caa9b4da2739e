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

test('distance does not care for direction, the airport-pair factor does', () => {
  const [zrh, sfo] = between('ZRH', 'SFO');
  assert.equal(greatCircleKm(zrh, sfo), greatCircleKm(sfo, zrh));
  // GAIA's 1.0273, packed in steps of 0.0008.
  assert.ok(Math.abs(airportPairFactor(zrh, sfo) - 1.0273) <= 0.0004);
  assert.ok(airportPairFactor(sfo, zrh) > 1);
  assert.notEqual(airportPairFactor(zrh, sfo), airportPairFactor(sfo, zrh));
});

test('airport pair, else country pair, else the world: each tier says so', () => {
  assert.equal(flightDistance(checked('ZRH', 'SFO'), airportPairFactor).tier, 'airport pair');
  const country = flightDistance(checked('ZRH', 'SFO'), () => 0);
  assert.equal(country.tier, 'country pair');
  assert.equal(country.factor, countryFactor(countryIndex('CH'), countryIndex('US')));
  const world = flightDistance(checked('ZRH', 'MFN'), airportPairFactor);
  assert.equal(world.tier, 'default');
  assert.equal(world.factor, 1.052);
});

test('17 NM of the flown distance belong to landing and take-off', () => {
  const { flownKm, cruiseNm } = flightDistance(checked('ZRH', 'BOS'), airportPairFactor);
  assert.ok(Math.abs(flownKm / 1.852 - 17 - cruiseNm) < 1e-9);
  // TIM's API states 6119 km for the flight, after the subtraction.
  assert.ok(Math.abs(cruiseNm * 1.852 - 6119) < 2);
});

test("the caller's distance takes the place of all that", () => {
  const distance = flightDistance(checked('ZRH', 'SFO', { distanceKm: 10_000 }), airportPairFactor);
  assert.equal(distance.tier, 'caller');
  assert.equal(distance.flownKm, 10_000);
});

test('airports: as many as the source, each where it should be', () => {
  assert.ok(AIRPORT_COUNT > 9500);
  assert.equal(airportCountry(airportIndex('DXN')), 'IN');
  assert.equal(airportCountry(airportIndex('zrh')), 'CH');
  assert.equal(airportCode(airportIndex('NMI')), 'NMI');
  assert.equal(airportIndex('QQQ'), -1);
  for (const no of ['', 'ZR', 'ZRHX', 'Z1H', 'ZR-', 'ÄÖÜ']) assert.equal(codeOrdinal(no), -1, no);
});
