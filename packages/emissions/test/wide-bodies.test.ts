/** The odds of wide bodies grow with an airport's size as in T-100. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hasSources } from '../scripts/build/sources.ts';
import { type ObservedRoute, observedRoutes } from '../scripts/wide-bodies/observed.ts';
import { oddsBySize, oddsFactor } from '../scripts/wide-bodies/odds.ts';

function lawful(even: number, exponent: number): ObservedRoute[] {
  return [8, 24, 60, 120, 200, 252].flatMap((connections) =>
    [0.1, 0.4, 0.8].map((expected) => {
      const odds = ((connections / even) ** exponent * expected) / (1 - expected);
      return { carrier: 'ZZ', connections, expected, observed: odds / (1 + odds) };
    }),
  );
}

test('finds the law in routes that follow it', () => {
  for (const [even, exponent] of [
    [60, 1],
    [90, 1.5],
    [40, 0.5],
  ] as const) {
    const found = oddsBySize(lawful(even, exponent));
    assert.ok(Math.abs(found.even / even - 1) < 1e-6 && Math.abs(found.exponent - exponent) < 1e-6);
  }
});

test('finds one factor on all odds', () => {
  const tripled = lawful(60, 0).map((route) => {
    const odds = (3 * route.expected) / (1 - route.expected);
    return { ...route, observed: odds / (1 + odds) };
  });
  assert.ok(Math.abs(oddsFactor(tripled) - 3) < 1e-6);
});

const skip = hasSources() ? false : 'the source tables are not here (FLIGHT_OFFSET_DATA)';

test("T-100 shows the engine's law: in proportion to connections, even at 70", {
  skip,
}, async () => {
  const source = readFileSync(new URL('../src/candidates/trunk-route.ts', import.meta.url), 'utf8');
  const used = Number(/LARGE_AIRPORT = (\d+);/.exec(source)![1]);
  const { even, exponent } = oddsBySize(await observedRoutes());
  assert.ok(Math.abs(used / even - 1) < 0.25, `used ${used}, T-100 ${even}`);
  assert.ok(Math.abs(exponent - 1) < 0.3, `exponent ${exponent}`);
});
