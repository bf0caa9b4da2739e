import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attemptAt, endAttempt } from '../src/attempt.ts';
import { FIRST_BOOKING, storeBooking, storedBooking } from '../src/booking.ts';
import { keep, kept } from '../src/tab-store.ts';

it('reuses an attempt for the same booking until it ends, and makes a new one for any other', () => {
  const others = [
    { ...FIRST_BOOKING, cabin: 'first' as const },
    { ...FIRST_BOOKING, travellers: ['Jo Bloggs'] },
    { ...FIRST_BOOKING, email: 'jo@example.com' },
  ];
  const attempts = others.map((other) => {
    const attempt = attemptAt(FIRST_BOOKING);
    assert.equal(attemptAt({ ...FIRST_BOOKING }), attempt);
    return [attempt, attemptAt(other)];
  });
  const last = attemptAt(FIRST_BOOKING);
  endAttempt();
  assert.equal(new Set([...attempts.flat(), last, attemptAt(FIRST_BOOKING)]).size, 8);
});

it("restores the tab's booking, with defaults for fields that an older version did not store", () => {
  assert.equal(storedBooking(), FIRST_BOOKING);
  const booking = { ...FIRST_BOOKING, travellers: ['Jo Bloggs'], back: '2040-12-21' };
  storeBooking(booking);
  assert.deepEqual(storedBooking(), booking);
  for (const [text, found] of [
    ['{"from":"LHR"}', { ...FIRST_BOOKING, from: 'LHR' }],
    ['{', FIRST_BOOKING],
  ] as const) {
    keep('example-air-booking', text);
    assert.deepEqual(storedBooking(), found);
  }
});

it('a value that the browser stores again replaces one that it had no room for', () => {
  const stored = new Map<string, string>();
  let isFull = true;
  const value = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      stored.set(name, text);
    },
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value, configurable: true });
  keep('trip', 'first');
  assert.equal(kept('trip'), 'first');
  isFull = false;
  keep('trip', 'second');
  assert.equal(kept('trip'), 'second');
});
