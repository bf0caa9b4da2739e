import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OffsetApiError, OffsetConnectionError } from '../errors/errors.ts';
import { DEFAULT_RETRY, nextDelayMs } from './retry.ts';

it('the back-off doubles up to its maximum, times a random factor up to 1', ({ mock }) => {
  const error = new OffsetConnectionError('away', { mayHaveTakenEffect: false });
  const policy = { ...DEFAULT_RETRY, retries: 6 };
  const delays = (): unknown[] => [0, 1, 2, 3, 4, 5, 6].map((attempt) => nextDelayMs(error, attempt, policy));
  mock.method(Math, 'random', () => 1);
  assert.deepEqual(delays(), [500, 1000, 2000, 4000, 8000, 8000, undefined]);
  mock.method(Math, 'random', () => 0.25);
  assert.deepEqual(delays().slice(0, 3), [125, 250, 500]);
});

it('waits Retry-After plus the back-off', ({ mock }) => {
  mock.method(Math, 'random', () => 1);
  const after = (retryAfterMs: number): number | undefined =>
    nextDelayMs(new OffsetApiError(503, 'busy', { retryable: true, retryAfterMs }), 1, DEFAULT_RETRY);
  assert.deepEqual([after(0), after(2_000), after(30_001)], [1_000, 3_000, undefined]);
});
