import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { errorForLog, type LoggedError } from './error-for-log.ts';

describe('an error in the log', () => {
  it('has its type, message, stack and cause', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const logged = errorForLog(new TypeError('it failed', { cause }));
    assert.deepEqual([logged.type, logged.message], ['TypeError', 'it failed']);
    assert.match(logged.stack ?? '', /error-for-log\.test/);
    assert.deepEqual([logged.cause?.message, logged.cause?.code], ['connect', 'ECONNREFUSED']);
  });

  it('has a numeric code as text, and no code of another kind', () => {
    const codeOf = (code: unknown) => errorForLog(Object.assign(new Error('no'), { code })).code;
    assert.deepEqual([codeOf(404), codeOf({ a: 'secret' })], ['404', undefined]);
  });

  it('has at most four causes, each of them an error', () => {
    let error: unknown = 'secret';
    for (const message of 'fedcba') error = new Error(message, { cause: error });
    const messages: string[] = [];
    for (let at: LoggedError | undefined = errorForLog(error); at; at = at.cause) messages.push(at.message);
    assert.equal(messages.join(''), 'abcde');
    assert.equal(errorForLog(new Error('a', { cause: 'secret' })).cause, undefined);
  });

  it('holds nothing that an SDK or a database attaches to it', () => {
    const more = {
      raw: { key: 'sk_live_secret' },
      headers: { authorization: 'secret' },
      detail: 'Key (email)=(secret)',
    };
    assert.doesNotMatch(JSON.stringify(errorForLog(Object.assign(new Error('no'), more))), /secret/);
  });

  it('ends at a circular cause, and accepts a thrown value that is no error', () => {
    const round = new Error('round');
    round.cause = round;
    assert.ok(JSON.stringify(errorForLog(round)).length < 20_000);
    for (const thrown of ['secret', null, undefined, 7, { secret: 1 }])
      assert.doesNotMatch(JSON.stringify(errorForLog(thrown)), /secret/);
  });
});

onBothEngines('the log of a host', ({ database }) => {
  it('gets only the code, message, stack and type of an error', async () => {
    const lines: { msg: string; err: object }[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl, log });
    const db = openDatabase(databaseUrl);
    await sql`alter table orders rename column variant to no_more`.execute(db.kysely);
    await db.close();
    const { status } = await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1 });
    assert.equal(status, 500);
    await gateway.close();
    const [{ err = {} } = {}] = lines.filter(({ msg }) => msg === 'fault');
    assert.deepEqual(Object.keys(err).sort(), ['code', 'message', 'stack', 'type']);
  });
});
