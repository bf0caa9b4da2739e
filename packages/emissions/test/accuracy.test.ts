/** The bars of accuracy against published figures, which lie outside the repository. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Measured, measure, quantile } from '../scripts/accuracy/measure.ts';
import { readReferences } from '../scripts/accuracy/reference.ts';
import { hasSources } from '../scripts/build/sources.ts';

const skip = hasSources() ? false : 'the published figures are not here (FLIGHT_OFFSET_DATA)';

function measured(withAircraft: boolean): Measured[] {
  return readReferences().flatMap((reference) => measure(reference, withAircraft) ?? []);
}

function errorAt(all: readonly Measured[], part: number): number {
  return quantile(
    all.map(({ error }) => Math.abs(error)).sort((a, b) => a - b),
    part,
  );
}

test('aircraft given: half within 4 %, 90 % within 14 %', { skip }, () => {
  const all = measured(true);
  assert.ok(errorAt(all, 0.5) <= 0.04, `median ${errorAt(all, 0.5)}`);
  assert.ok(errorAt(all, 0.9) <= 0.14, `90 % within ${errorAt(all, 0.9)}`);
});

test('aircraft not given: half within 9 %, 90 % within 30 %, 80 % inside the interval', { skip }, () => {
  const all = measured(false);
  assert.ok(errorAt(all, 0.5) <= 0.09, `median ${errorAt(all, 0.5)}`);
  assert.ok(errorAt(all, 0.9) <= 0.3, `90 % within ${errorAt(all, 0.9)}`);
  const inside = all.filter((one) => one.inside).length / all.length;
  assert.ok(inside >= 0.8, `inside ${inside}`);
});
