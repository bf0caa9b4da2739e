/** A renewal names only changes: rows of the tables, and estimates. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyEdit } from '../scripts/accuracy/variant.ts';
import { compareModules } from '../scripts/renew/compare.ts';
import type { ModuleTexts } from '../scripts/renew/module-constants.ts';
import { probeFlights } from '../scripts/renew/probe-flights.ts';
import { renewalReport } from '../scripts/renew/report.ts';
import { tablesOf } from '../scripts/renew/tables.ts';
import { airportIndex } from '../src/airports/airport-codes.ts';
import { airportPairFactor } from '../src/statistics/airport-pair-factor.ts';

const folder = new URL('../src/data/', import.meta.url);
const shipped: ModuleTexts = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name.slice(0, -3), readFileSync(new URL(name, folder), 'utf8')]),
);

const changed = (name: string, from: string, to: string): ModuleTexts => ({
  ...shipped,
  [name]: applyEdit(shipped[name]!, { file: name, from, to }),
});

test('reads the tables as the engine does', () => {
  const tables = tablesOf(shipped);
  const pair = tables.get('distance factors of airport pairs')!.get('LHR-ZRH')!;
  const factor = (from: string, to: string): string =>
    airportPairFactor(airportIndex(from), airportIndex(to)).toFixed(4);
  assert.equal(pair, `${factor('LHR', 'ZRH')} there, ${factor('ZRH', 'LHR')} back`);
  assert.equal(tables.get('airports')!.get('ZRH'), 'CH 47.458 8.548');
  assert.match(tables.get('route departures (T-100)')!.get('LX JFK-ZRH A333')!, /^\d+ departures$/);
  assert.ok(tables.get('fleets')!.size > 1400);
});

test('reports no changed row, estimate or accuracy for the same data', async () => {
  const renewal = await compareModules(shipped, shipped);
  assert.equal(renewal.estimates.moved, 0);
  assert.deepEqual(renewal.accuracy?.before, renewal.accuracy?.after);
  assert.match(renewalReport(renewal), /No row moved\./);
});

test("reports a changed load factor as one row, and the carrier's estimates by as much", async () => {
  const renewal = await compareModules(shipped, changed('loads', ' FR940', ' FR900'));
  const moved = renewal.tables.filter((table) => table.changed.length + table.added.length > 0);
  assert.deepEqual(
    moved.map(({ name, changed: rows }) => [name, rows]),
    [['load factors', [{ row: 'FR', before: '940', after: '900' }]]],
  );
  assert.ok(renewal.estimates.moved > 0);
  for (const { name, change } of renewal.estimates.largest) {
    assert.ok(name.startsWith('FR '), name);
    assert.ok(Math.abs(change - (0.94 / 0.9 - 1)) < 1e-4, `${name} ${change}`);
  }
  assert.match(renewalReport(renewal), /FR \(940 → 900\)/);
});

test("reports rows without effect on estimates: carriers without a fleet, lite's airports, city names", async () => {
  const [, carrier = ''] = /CARRIERS_WITHOUT_FLEET: string =\s+'(\w{5},)/.exec(shipped.fleets!)!;
  const [presence] = /PRESENCE: string =\s+'./.exec(shipped['scheduled-airports']!)!;
  const { tables } = await compareModules(shipped, {
    ...changed('fleets', carrier, ''),
    cities: changed('cities', "'London|New York|", "'Londinium|New York|").cities!,
    // The digit without bits: the first airports are missing.
    'scheduled-airports': changed('scheduled-airports', presence, `${presence.slice(0, -1)}(`)[
      'scheduled-airports'
    ]!,
  });
  const moved = tables.filter(
    ({ added, removed, changed: rows }) => added.length + removed.length + rows.length > 0,
  );
  assert.deepEqual(
    moved.map(({ name }) => name),
    ["lite's airports", 'carriers without a fleet', 'cities'],
  );
});

test('reports a removed carrier as a removed row for each of its layouts', async () => {
  const rows = [...tablesOf(shipped).get('fleets')!.keys()].filter((name) => name.startsWith('WN '));
  const fleet = /;WN[^;]+/.exec(shipped.fleets!)![0];
  const { tables } = await compareModules(shipped, changed('fleets', fleet, ''));
  assert.ok(rows.length > 1);
  assert.deepEqual(tables.find(({ name }) => name === 'fleets')!.removed, rows);
});

test('compares some hundred flights of most carriers, and the same ones if another row is removed', () => {
  const flights = probeFlights(shipped);
  assert.ok(flights.length > 300 && flights.length < 900, String(flights.length));
  const carriers = new Set(flights.map(({ operatingCarrierCode }) => operatingCarrierCode));
  assert.ok(carriers.size > 350, String(carriers.size));
  const fleet = /;WN[^;]+/.exec(shipped.fleets!)![0];
  const without = probeFlights(changed('fleets', fleet, ''));
  const homeOfOthers = flights.filter((flight) => flight.operatingCarrierCode !== 'WN');
  assert.deepEqual(
    without.filter((flight) => flight.operatingCarrierCode !== 'WN'),
    homeOfOthers,
  );
});
