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

const inside = (all: readonly Measured[]): number => all.filter((one) => one.inside).length / all.length;
const width = (all: readonly Measured[]): number =>
  quantile(
    all.map((one) => one.width).sort((a, b) => a - b),
    0.5,
  );

test('aircraft given: half within 3 %, 90 % within 10 %; 76 to 86 % inside the interval', { skip }, () => {
  const all = measured(true);
  assert.ok(errorAt(all, 0.5) <= 0.03, `median ${errorAt(all, 0.5)}`);
  assert.ok(errorAt(all, 0.9) <= 0.1, `90 % within ${errorAt(all, 0.9)}`);
  assert.ok(inside(all) >= 0.76 && inside(all) <= 0.86, `inside ${inside(all)}`);
  assert.ok(width(all) <= 0.2, `width ${width(all)}`);
});

test('aircraft not given: half within 6 %, 90 % within 21 %; 76 to 86 % inside the interval', {
  skip,
}, () => {
  const all = measured(false);
  assert.ok(errorAt(all, 0.5) <= 0.06, `median ${errorAt(all, 0.5)}`);
  assert.ok(errorAt(all, 0.9) <= 0.21, `90 % within ${errorAt(all, 0.9)}`);
  assert.ok(inside(all) >= 0.76 && inside(all) <= 0.86, `inside ${inside(all)}`);
  assert.ok(width(all) <= 0.38, `width ${width(all)}`);
});

for (const withAircraft of [true, false]) {
  test(`aircraft ${withAircraft ? 'given' : 'not given'}: at least 70 % are inside the interval for each kind of load factor`, {
    skip,
  }, () => {
    const all = measured(withAircraft);
    for (const tier of new Set(all.map(({ loadTier }) => loadTier))) {
      const part = inside(all.filter(({ loadTier }) => loadTier === tier));
      assert.ok(part >= 0.7, `${tier}: ${part}`);
    }
  });
}
