import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AIRPORT_COUNT, airportCode, airportIndex } from './airport-codes.ts';
import { airportPosition } from './airport-position.ts';
import { EARTH_RADIUS_KM, greatCircleKm } from './great-circle.ts';

test('an airport has its position, north and east positive', () => {
  assert.deepEqual(airportPosition('ZRH'), { latitude: 47.458, longitude: 8.548 });
  const sydney = airportPosition('syd')!;
  assert.ok(sydney.latitude < -33 && sydney.longitude > 151);
  assert.ok(airportPosition('SFO')!.longitude < -122);
});

test('an unknown code has no position', () => {
  for (const no of ['QQQ', '', 'ZURICH', 'Z1H', undefined, null, 7, {}]) {
    assert.equal(airportPosition(no as string), undefined, String(no));
  }
});

test("every airport has a position on the earth at the engine's distance from Zurich", () => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const zurich = airportPosition('ZRH')!;
  for (let i = 0; i < AIRPORT_COUNT; i++) {
    const { latitude, longitude } = airportPosition(airportCode(i))!;
    assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, airportCode(i));
    const cosine =
      Math.sin(radians(latitude)) * Math.sin(radians(zurich.latitude)) +
      Math.cos(radians(latitude)) *
        Math.cos(radians(zurich.latitude)) *
        Math.cos(radians(longitude - zurich.longitude));
    const km = EARTH_RADIUS_KM * Math.acos(Math.min(1, cosine));
    assert.ok(Math.abs(km - greatCircleKm(airportIndex('ZRH'), i)) < 0.5, airportCode(i));
  }
});
