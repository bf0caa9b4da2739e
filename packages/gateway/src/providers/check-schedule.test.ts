import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nextCheckMs, nextRefundCheckMs, nextRefundMs } from './check-schedule.ts';

const HOUR = 60 * 60_000;

const WAITS: readonly [
  name: string,
  next: (times: number) => number,
  first: readonly number[],
  most: number,
][] = [
  ['a payment is checked', nextCheckMs, [HOUR / 12, HOUR / 6, HOUR / 3], 6 * HOUR],
  ['a refund is sent', nextRefundMs, [30_000, 60_000, 120_000], 6 * HOUR],
  ['a refund is checked', nextRefundCheckMs, [HOUR, 2 * HOUR, 4 * HOUR], 24 * HOUR],
];
for (const [name, next, first, most] of WAITS)
  it(`${name} again after twice the wait each time, at most ${most / HOUR} hours`, () => {
    assert.deepEqual([0, 1, 2].map(next), first);
    // Up to the largest number: it never becomes a wait that timers or databases refuse.
    for (const times of [10, 16, 17, 5000, Number.MAX_SAFE_INTEGER]) assert.equal(next(times), most);
  });
