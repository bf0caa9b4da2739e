import assert from 'node:assert/strict';
import test from 'node:test';
import { ValidationError } from '@flight-offset/core';
import { OffsetApiError, OffsetConnectionError } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';
import { createBreaker } from './breaker.ts';

const down = (): Promise<never> => Promise.reject(new OffsetConnectionError('down'));
const refused = (): Promise<never> => Promise.reject(new OffsetApiError(499, 'no', {}));
const well = (): Promise<string> => Promise.resolve('well');

test('after failures in a row calls are refused at once, until one succeeds', async () => {
  let clock = 0;
  let calls = 0;
  const breaker = createBreaker({ failures: 3, pauseMs: 1000 }, () => clock);
  const fail = (): Promise<never> => {
    calls++;
    return down();
  };
  for (let index = 0; index < 3; index++)
    await assert.rejects(breaker.run(fail), { code: 'connection_error' });
  await assert.rejects(breaker.run(fail), { code: 'service_unavailable', retryAfterSeconds: 1 });
  assert.equal(calls, 3);

  clock = 1000;
  await assert.rejects(breaker.run(fail), { code: 'connection_error' }, 'one call is let through to see');
  await assert.rejects(breaker.run(well), { code: 'service_unavailable' }, 'and it was still down');

  clock = 2000;
  assert.equal(await breaker.run(well), 'well');
  assert.equal(await breaker.run(well), 'well');
});

test('by default opens for ten seconds after five failures in a row, counted anew after each success', async () => {
  let clock = 0;
  const breaker = createBreaker(undefined, () => clock);
  for (const between of [well, refused, undefined]) {
    for (let index = 0; index < (between ? 4 : 5); index++)
      await assert.rejects(breaker.run(down), { code: 'connection_error' });
    await (between && breaker.run(between).catch(() => undefined));
  }
  await assert.rejects(breaker.run(well), { code: 'service_unavailable', retryAfterSeconds: 10 });
  clock = 7_500;
  await assert.rejects(breaker.run(well), { code: 'service_unavailable', retryAfterSeconds: 3 });
  clock = 9_999;
  await assert.rejects(breaker.run(well), { code: 'service_unavailable', retryAfterSeconds: 1 });
  clock = 10_000;
  assert.equal(await breaker.run(well), 'well');
});

test('stays open when a call from before the failures is abandoned by its page', async () => {
  const breaker = createBreaker({ failures: 1 }, () => 0);
  let giveUp: (reason: Error) => void = () => undefined;
  const early = assert.rejects(
    breaker.run(
      () =>
        new Promise((_, reject) => {
          giveUp = reject;
        }),
    ),
  );
  await assert.rejects(breaker.run(down), { code: 'connection_error' });
  giveUp(new DOMException('gone', 'AbortError'));
  await early;
  await assert.rejects(breaker.run(well), { code: 'service_unavailable' });
});

test('refuses other calls while one call probes the service', async () => {
  let clock = 0;
  const breaker = createBreaker({ failures: 1, pauseMs: 1000 }, () => clock);
  await assert.rejects(breaker.run(down), { code: 'connection_error' });
  clock = 1000;
  let finish: (value: string) => void = () => undefined;
  const probe = breaker.run(
    () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      }),
  );
  await assert.rejects(breaker.run(well), { code: 'service_unavailable' });
  finish('back');
  assert.equal(await probe, 'back');
  assert.equal(await breaker.run(well), 'well');
});

test('counts a refused request as a success', async () => {
  const breaker = createBreaker({ failures: 2 }, Date.now);
  for (let index = 0; index < 5; index++) {
    await assert.rejects(breaker.run(down), { code: 'connection_error' });
    await assert.rejects(breaker.run(refused), { code: 'api_error' });
  }
});

test('counts a status from 500 up as a failure, as no response', async () => {
  const breaker = createBreaker({ failures: 2 }, Date.now);
  const failed = (): Promise<never> => Promise.reject(new OffsetApiError(500, 'no', {}));
  for (let index = 0; index < 2; index++) await assert.rejects(breaker.run(failed), { code: 'api_error' });
  await assert.rejects(breaker.run(well), { code: 'service_unavailable' });
});

test('does not count errors raised before a call to the service', async () => {
  const breaker = createBreaker({ failures: 1 }, Date.now);
  for (const error of [
    new ValidationError('user.email', 'must be an e-mail address'),
    new CheckoutError('quote_expired', 'Request a new quote.'),
  ])
    await assert.rejects(
      breaker.run(() => Promise.reject(error)),
      error,
    );
  assert.equal(await breaker.run(well), 'well');
});

test('does not count a call that its page abandoned', async () => {
  const breaker = createBreaker({ failures: 2 }, Date.now);
  const gaveUp = (): Promise<never> => Promise.reject(new DOMException('gone', 'AbortError'));
  await assert.rejects(breaker.run(down), { code: 'connection_error' });
  await assert.rejects(breaker.run(gaveUp), { name: 'AbortError' });
  await assert.rejects(breaker.run(down), { code: 'connection_error' });
  await assert.rejects(breaker.run(well), { code: 'service_unavailable' });
});

test('refuses calls for one more pause if the runtime ended a probe without settling it', async () => {
  let clock = 0;
  const breaker = createBreaker({ failures: 1, pauseMs: 1000 }, () => clock);
  await assert.rejects(breaker.run(down), { code: 'connection_error' });
  clock = 1000;
  void breaker.run(() => new Promise(() => undefined));
  clock = 1999;
  await assert.rejects(breaker.run(well), { code: 'service_unavailable', retryAfterSeconds: 1 });
  clock = 2000;
  assert.equal(await breaker.run(well), 'well');
});

test('lets the next call probe after a probe that its page abandoned', async () => {
  let clock = 0;
  const breaker = createBreaker({ failures: 1, pauseMs: 1000 }, () => clock);
  await assert.rejects(breaker.run(down), { code: 'connection_error' });
  clock = 1000;
  const gaveUp = (): Promise<never> => Promise.reject(new DOMException('gone', 'AbortError'));
  await assert.rejects(breaker.run(gaveUp), { name: 'AbortError' });
  assert.equal(await breaker.run(well), 'well');
});
