import assert from 'node:assert/strict';
import test from 'node:test';
import { createStatusChecks } from './status-checks.ts';

test('a check is shared while it runs, and for a moment after', async () => {
  let clock = 0;
  const checks = createStatusChecks(() => clock);
  const first = checks.run('o', async () => ({ order: undefined, finalized: false, calls: 3 }));
  assert.equal(checks.recent('o'), first);
  assert.equal(checks.secondsToNext('o'), 1);
  await first;
  clock = 1000;
  assert.equal(checks.secondsToNext('o'), 5);
  assert.equal(checks.recent('o'), first);
  clock = 6000;
  assert.equal(checks.recent('o'), undefined);
});

test('a check which its runtime ended without settling it is forgotten after a minute', () => {
  let clock = 0;
  const checks = createStatusChecks(() => clock);
  const lost = checks.run('o', () => new Promise(() => undefined));
  clock = 59_000;
  assert.equal(checks.recent('o'), lost);
  assert.equal(checks.secondsToNext('o'), 1);
  clock = 60_000;
  assert.equal(checks.recent('o'), undefined);
});

test('of more orders than are remembered the one that was checked longest ago is forgotten', () => {
  const checks = createStatusChecks(() => 0);
  const check = (id: number) => checks.run(`${id}`, () => new Promise(() => undefined));
  check(0);
  for (let id = 1; id < 10_000; id++) check(id);
  check(0);
  assert.ok(checks.recent('1'));
  check(10_000);
  assert.deepEqual([checks.recent('1'), checks.recent('0') !== undefined], [undefined, true]);
});
