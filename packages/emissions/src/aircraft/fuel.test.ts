import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuelRowIndex, tableEndNm, tripKg } from './fuel.ts';

const b789 = fuelRowIndex('B789');
/** Table 1 of TIM's README: landing and take-off, and climb, cruise and descent. */
const LANDING_TAKE_OFF = 1638.46;
const published = [
  [500, 5851.61],
  [1000, 10_874.06],
  [5000, 52_961.55],
  [5500, 58_071.93],
] as const;

for (const [nm, kg] of published) {
  test(`B789 over ${nm} NM burns the fuel in the EEA table`, () => {
    assert.equal(tripKg(b789, nm), LANDING_TAKE_OFF + kg);
  });
}

test('interpolates fuel between two stage lengths', () => {
  const between = LANDING_TAKE_OFF + 0.75 * 52_961.55 + 0.25 * 58_071.93;
  assert.ok(Math.abs(tripKg(b789, 5125) - between) < 1e-6);
});

test('extrapolates fuel below the first and beyond the last stage length', () => {
  const slope = (tripKg(b789, 200) - tripKg(b789, 125)) / 75;
  assert.ok(Math.abs(tripKg(b789, 125) - tripKg(b789, 100) - 25 * slope) < 1e-6);
  const at = tripKg(b789, 8500);
  assert.ok(Math.abs(tripKg(b789, 9500) - at - 1000 * ((tripKg(b789, 9000) - at) / 500)) < 1e-6);
});

test('extrapolates fuel beyond the end of a row without all stage lengths', () => {
  const at43 = fuelRowIndex('AT43');
  const end = tableEndNm(at43);
  assert.ok(end > 0 && end < Number.POSITIVE_INFINITY);
  const [first = 0, second = 0, third = 0] = [1, 501, 1001].map((beyond) => tripKg(at43, end + beyond));
  assert.ok(second > first);
  assert.ok(Math.abs(third - second - (second - first)) < 1e-6);
});

test('fuel is at least that of landing and take-off, however short the flight', () =>
  assert.equal(tripKg(b789, -100_000), LANDING_TAKE_OFF));

test('looks a row up again from memory, and throws for an unknown type', () => {
  assert.equal(fuelRowIndex('B789'), b789);
  assert.notEqual(fuelRowIndex('AT43'), b789);
  assert.throws(() => fuelRowIndex('XXXX'), /XXXX/);
});
