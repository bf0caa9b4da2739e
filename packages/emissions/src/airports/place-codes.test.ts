import assert from 'node:assert/strict';
import { test } from 'node:test';
import { airportIndex } from './airport-codes.ts';
import { openAirportIndex } from './place-codes.ts';

// Of these cities, airports bear the codes of the last two as well.
const CODES = ['txl', 'TXL', 'lon', 'LON', 'zrh', 'ZRH', 'qqq', 'LSZH', 'qla', 'EAP'];

test('a code in small letters equals the code in capitals, at the first lookup and later ones', () => {
  const first = CODES.map(openAirportIndex);
  const [, , , , zrh = -1] = first;
  assert.ok(zrh >= 0);
  assert.deepEqual(first, [-1, -1, -1, -1, zrh, zrh, -1, -1, -1, -1]);
  const closed = airportIndex('TXL');
  for (let lookup = 0; lookup < 20; lookup++) assert.deepEqual(CODES.map(openAirportIndex), first);
  assert.ok(closed >= 0);
  assert.equal(airportIndex('TXL'), closed);
});
