/** Cargo by distance is a mean over the flights TIM would count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandCargo } from './cargo.ts';

// T-100: 747 international wide-body flights of 4 000 to 5 000 km in the complete months carried 13.5 % cargo, the 10 050
// largest inside the US 16.1 % (means over flights). Without those inside the US the band was drawn to a prior.
test('flights inside the US count in the bands of distance', () => {
  assert.ok(Math.abs(bandCargo('wide', 4500).value - 0.159) < 0.002, String(bandCargo('wide', 4500).value));
});

// T-100: 5 000 to 6 000 km, 22.8 % as a mean over flights, 25.4 % of all mass.
test('a band is a mean over flights, not of all mass', () => {
  assert.ok(Math.abs(bandCargo('wide', 5500).value - 0.226) < 0.004, String(bandCargo('wide', 5500).value));
});

test('a distance beyond the longest band takes its value, and every value is above 0', () => {
  assert.equal(bandCargo('wide', 19_000), bandCargo('wide', 15_500));
  for (const body of ['narrow', 'wide'] as const)
    for (let km = 0; km < 20_000; km += 500) assert.ok(bandCargo(body, km).value > 0);
});
