import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OffsetApiError, OffsetConnectionError, OffsetResponseError } from '../errors/errors.ts';
import { createExtensions } from './extensions.ts';

const TEN_MINUTES = 600_000;
const HOUR = 3_600_000;

const refused = (status: number): OffsetApiError => new OffsetApiError(status, 'no', {});

/** A service whose extension fails with an error, and how often each part was called. */
function failing(error: Error) {
  const calls = { extension: 0, plain: 0 };
  const clock = { now: 0 };
  const extensions = createExtensions(() => clock.now);
  const ask = (plain: () => string = () => 'plain'): Promise<string> =>
    extensions.callOr(
      'order',
      async () => {
        calls.extension++;
        throw error;
      },
      async () => {
        calls.plain++;
        return plain();
      },
    );
  return { calls, clock, extensions, ask };
}

describe('an extension', () => {
  for (const [name, error, kept] of [
    ['404', refused(404), HOUR],
    ['501', refused(501), HOUR],
    ['400', refused(400), TEN_MINUTES],
    ['403', refused(403), TEN_MINUTES],
    ['500', refused(500), TEN_MINUTES],
    ['no result of the extension', new OffsetResponseError('html', { status: 200 }), TEN_MINUTES],
  ] as const) {
    it(`${name}: not tried again for ${kept / 60_000} minutes by any call`, async () => {
      const { calls, clock, extensions, ask } = failing(error);
      assert.equal(await ask(), 'plain');
      clock.now = kept - 1;
      assert.equal(await ask(), 'plain');
      assert.equal(await extensions.call('order', () => assert.fail('called')), undefined);
      assert.equal(await extensions.call('offer', async () => 'another'), 'another');
      assert.deepEqual(calls, { extension: 1, plain: 2 });
      clock.now = kept;
      await ask();
      assert.equal(calls.extension, 2);
    });
  }

  for (const [name, error] of [
    ['429', refused(429)],
    ['503', refused(503)],
    ['no connection', new OffsetConnectionError('refused', { mayHaveTakenEffect: false })],
    ['no such order', new OffsetApiError(404, 'no', { error: 40402 })],
    ['a flight', new OffsetApiError(400, 'no', { flights: [{ index: 0, code: 'unknown', message: 'no' }] })],
  ] as const) {
    it(`${name}: is thrown, and does not count as a missing extension`, async () => {
      const { calls, ask } = failing(error);
      await assert.rejects(ask(), error);
      await assert.rejects(ask(), error);
      assert.deepEqual(calls, { extension: 2, plain: 0 });
    });
  }

  it('is tried again if the rest of the service fails in the same way', async () => {
    const { calls, ask } = failing(refused(500));
    const down = new Error('down');
    const fails = (): never => {
      throw down;
    };
    await assert.rejects(ask(fails), down);
    assert.equal(await ask(), 'plain');
    assert.deepEqual(calls, { extension: 2, plain: 2 });
  });
});
