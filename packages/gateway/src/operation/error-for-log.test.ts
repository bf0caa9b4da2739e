import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorForLog } from './error-for-log.ts';

describe('an error in the log', () => {
  it('says what, where and why', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const logged = errorForLog(new TypeError('it failed', { cause }));
    assert.deepEqual([logged.type, logged.message], ['TypeError', 'it failed']);
    assert.match(logged.stack ?? '', /error-for-log\.test/);
    assert.deepEqual([logged.cause?.message, logged.cause?.code], ['connect', 'ECONNREFUSED']);
  });

  it('holds nothing that an SDK or a database hangs on to it', () => {
    const more = {
      raw: { key: 'sk_live_secret' },
      headers: { authorization: 'secret' },
      detail: 'Key (email)=(secret)',
    };
    assert.doesNotMatch(JSON.stringify(errorForLog(Object.assign(new Error('no'), more))), /secret/);
  });

  it('ends where causes go round, and takes what is no error', () => {
    const round = new Error('round');
    round.cause = round;
    assert.ok(JSON.stringify(errorForLog(round)).length < 20_000);
    for (const thrown of ['secret', null, undefined, 7, { secret: 1 }])
      assert.doesNotMatch(JSON.stringify(errorForLog(thrown)), /secret/);
  });
});
