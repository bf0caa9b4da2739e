/** The tables cover T-100, or the reasons why they do not were reviewed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyEdit } from '../scripts/accuracy/variant.ts';
import { buildModules } from '../scripts/build/modules.ts';
import { hasSources } from '../scripts/build/sources.ts';
import { findGaps, type GapList } from '../scripts/gaps/find-gaps.ts';
import { reviewedGaps, reviewOf } from '../scripts/gaps/reviewed.ts';
import { carrierLoad, DEFAULT_LOAD } from '../src/statistics/load-factor.ts';

const skip = hasSources() ? false : 'the source tables are not here (FLIGHT_OFFSET_DATA)';

// Each takes seconds.
const modules = skip === false ? buildModules() : {};
const lists = skip === false ? findGaps(modules) : [];

const gapsOf = (lists: readonly GapList[], kind: string): readonly string[] =>
  lists.find((list) => list.kind.startsWith(kind))!.gaps;

test('every carrier of T-100 has a fleet, and no type that flies abroad is kept at home', { skip }, () => {
  assert.deepEqual(gapsOf(lists, 'carriers of T-100 without'), []);
  assert.deepEqual(gapsOf(lists, 'types kept at home'), []);
});

test('contradictions between T-100 and the fleets are reviewed, and no review is stale', { skip }, () => {
  const contradictions = ['types of T-100', 'seats of T-100', 'types flown beyond'].flatMap((kind) =>
    gapsOf(lists, kind),
  );
  assert.deepEqual(
    contradictions.filter((gap) => reviewOf(gap) === undefined),
    [],
  );
  const found = new Set(contradictions.map((gap) => gap.split(':')[0]));
  assert.deepEqual(
    [...reviewedGaps().keys()].filter((key) => !found.has(key)),
    [],
  );
});

test('lists a large carrier without a load factor', { skip }, () => {
  const loads = applyEdit(modules.loads!, { file: 'loads', from: ' FR940', to: '' });
  const list = gapsOf(findGaps({ ...modules, loads }), 'carriers of 30 aircraft');
  assert.ok(list.some((gap) => gap.startsWith('FR Ryanair')));
  assert.equal(list.length, gapsOf(lists, 'carriers of 30 aircraft').length + 1);
});

test('lists only carriers with the default load, none of them large US carriers, as the page counts', {
  skip,
}, () => {
  const carriers = gapsOf(lists, 'carriers of 30 aircraft').map((gap) => gap.slice(0, 2));
  for (const carrier of carriers)
    assert.equal((carrierLoad(carrier) ?? DEFAULT_LOAD).tier, 'default', carrier);
  for (const carrier of ['UA', 'AA', 'DL', 'WN', 'AS', 'B6']) assert.ok(!carriers.includes(carrier), carrier);
  const page = new URL('../../../docs/decisions/emissions-load-factors.md', import.meta.url);
  assert.match(
    readFileSync(page, 'utf8'),
    new RegExp(`with at least 30 aircraft, ${carriers.length} have no`),
  );
});
