import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airportIndex } from './airport-codes.ts';
import { gaiaNumber } from './airport-order.ts';
import {
  airportNumbers,
  airportRow,
  CONNECTIONS,
  FLAGS,
  GAIA_NUMBER,
  IS_SMALL,
  IS_TRUNK,
} from './airport-rows.ts';
import { airportConnections } from './airports.ts';

const flagsOf = (code: string): number => airportNumbers[airportRow(airportIndex(code)) + FLAGS]!;

test('a row holds the values of the tables', () => {
  const zurich = airportIndex('ZRH');
  const at = airportRow(zurich);
  assert.equal(airportNumbers[at + CONNECTIONS], airportConnections(zurich));
  assert.equal(airportNumbers[at + GAIA_NUMBER], gaiaNumber(zurich));
  const [x = 0, y = 0, z = 0] = airportNumbers.subarray(at, at + 3);
  assert.ok(Math.abs(Math.hypot(x, y, z) - 1) < 1e-12);
  assert.ok(Math.abs((Math.asin(z) * 180) / Math.PI - 47.46) < 0.01);
});

const flags: readonly [code: string, flags: number][] = [
  ['ZRH', IS_TRUNK],
  ['ACK', 0],
  ['LCY', IS_SMALL],
];
for (const [code, wanted] of flags) {
  test(`${code}: trunk, small`, () => assert.equal(flagsOf(code), wanted));
}
