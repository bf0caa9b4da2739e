import assert from 'node:assert/strict';
import { test } from 'node:test';
import { climbCruiseDescentKg, fuelRowIndex, landingTakeOffKg } from './fuel.ts';

const b789 = fuelRowIndex('B789');

/** Table 1 of TIM's README. */
const published = [
  [500, 5851.61],
  [1000, 10_874.06],
  [5000, 52_961.55],
  [5500, 58_071.93],
] as const;

for (const [nm, kg] of published) {
  test(`B789 over ${nm} NM burns what the EEA table says`, () => {
    assert.equal(climbCruiseDescentKg(b789, nm), kg);
  });
}

test('landing and take-off of a B789', () => assert.equal(landingTakeOffKg(b789), 1638.46));

test('between two stage lengths the fuel is on the line between them', () => {
  assert.ok(Math.abs(climbCruiseDescentKg(b789, 5125) - (0.75 * 52_961.55 + 0.25 * 58_071.93)) < 1e-6);
});

test('below the first and beyond the last stage length the line goes on', () => {
  const slope = (climbCruiseDescentKg(b789, 200) - climbCruiseDescentKg(b789, 125)) / 75;
  assert.ok(Math.abs(climbCruiseDescentKg(b789, 125) - climbCruiseDescentKg(b789, 100) - 25 * slope) < 1e-6);
  const at = climbCruiseDescentKg(b789, 8500);
  assert.ok(
    Math.abs(climbCruiseDescentKg(b789, 9500) - at - 1000 * ((climbCruiseDescentKg(b789, 9000) - at) / 500)) <
      1e-6,
  );
});

test('never below zero, however short', () => assert.ok(climbCruiseDescentKg(fuelRowIndex('AT43'), 0) >= 0));

test('an unknown row is an error', () => assert.throws(() => fuelRowIndex('XXXX'), /XXXX/));
