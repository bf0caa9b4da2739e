/** The carriers on routes are exactly those of the VRS standing data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSources, sourceTable } from '../scripts/build/sources.ts';
import { airportIndex } from '../src/airports/airport-codes.ts';
import { airportCountry } from '../src/airports/airports.ts';
import { carrierIata, packedFleet } from '../src/carriers/carriers.ts';
import { carriersBetween } from '../src/carriers/route-carriers.ts';
import { airportPairFactor } from '../src/statistics/airport-pair-factor.ts';

const skip = hasSources() ? false : 'the source tables are not here (FLIGHT_OFFSET_DATA)';

/** Tests whether the US DOT has the departures of an airport. */
const isFiled = (airport: number): boolean => /^(US|PR|VI|GU|AS|MP)$/.test(airportCountry(airport));

test('a route has the carriers with at least two callsigns on it', { skip }, () => {
  const expected = new Map<string, Set<string>>();
  for (const { operator_icao = '', airport_a = '', airport_b = '', callsigns } of sourceTable(
    'vrs_route_pairs.csv',
  )) {
    const route = [airport_a, airport_b].sort().join('-');
    const own = expected.get(route) ?? new Set();
    expected.set(route, own);
    const carrier = carrierIata(operator_icao);
    if (Number(callsigns) >= 2 && carrier !== undefined && packedFleet(carrier) !== undefined)
      own.add(carrier);
  }
  let compared = 0;
  for (const [route, carriers] of [...expected].filter((_, i) => i % 7 === 0)) {
    const [a = -1, b = -1] = route.split('-').map(airportIndex);
    if (a < 0 || b < 0 || a === b) continue;
    const isKept = !isFiled(a) && !isFiled(b) && airportPairFactor(a, b) + airportPairFactor(b, a) > 0;
    assert.deepEqual(carriersBetween(a, b).sort(), isKept ? [...carriers].sort() : [], route);
    assert.deepEqual(carriersBetween(b, a), carriersBetween(a, b));
    if (isKept) compared += carriers.size;
  }
  assert.ok(compared > 3000, String(compared));
});

test('an airport without pairs has no carriers', () => {
  assert.deepEqual(carriersBetween(airportIndex('AAB'), airportIndex('LHR')), []);
});
