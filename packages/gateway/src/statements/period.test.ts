import assert from 'node:assert/strict';
import { it } from 'node:test';
import { endOfPeriod, isPeriod, periodOf } from './period.ts';

for (const text of ['2026-01', '2026-09', '2026-10', '2026-12'])
  it(`${text} is a month`, () => assert.ok(isPeriod(text)));

for (const text of [
  '2026-00',
  '2026-13',
  '2026-19',
  '2026-1',
  '2026-001',
  '26-01',
  '02026-01',
  '2026-01-01',
  ' 2026-01',
  '',
])
  it(`${JSON.stringify(text)} is not a month`, () => assert.ok(!isPeriod(text)));

for (const [period, end] of [
  ['2026-11', '2026-12-01T00:00:00.000Z'],
  ['2026-12', '2027-01-01T00:00:00.000Z'],
  ['2028-02', '2028-03-01T00:00:00.000Z'],
  ['2027-02', '2027-03-01T00:00:00.000Z'],
] as const)
  it(`${period} is over at ${end}, and not a millisecond before`, () => {
    assert.equal(endOfPeriod(period), Date.parse(end));
    assert.equal(periodOf(Date.parse(end) - 1), period);
    assert.equal(periodOf(Date.parse(end)), end.slice(0, 7));
  });
