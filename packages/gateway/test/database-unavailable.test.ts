import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../src/index.ts';
import { isDatabaseUnavailable } from '../src/store/database-unavailable.ts';
import { callerOf } from '../src/testing/caller.ts';
import { startPostgres } from '../src/testing/postgres.ts';

it('a database that is away is 503 with Retry-After, and no word of it', async () => {
  const server = await startPostgres();
  const gateway = await startGateway({ databaseUrl: await server.createDatabase() });
  try {
    const caller = callerOf(gateway.url);
    assert.equal((await caller.post('/offset-gateway/orders', { emission_amount: 1 })).status, 201);
    await server.stop();
    for (const response of [
      await caller.post('/offset-gateway/orders', { emission_amount: 1 }),
      await caller.get('/offset-gateway/orders'),
    ]) {
      assert.equal(response.status, 503);
      assert.equal(response.json.error, 50301);
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.doesNotMatch(response.text, /ECONN|postgres|127\.0\.0\.1|select/i);
    }
  } finally {
    await gateway.close();
    await server.stop();
  }
});

for (const [code, away] of [
  ['57P01', true],
  ['08006', true],
  ['53300', true],
  ['25006', true],
  ['28P01', true],
  ['58030', true],
  ['0A000', false],
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_WRITE', true],
  ['ECONNREFUSED', true],
  ['23505', false],
  ['SQLITE_CONSTRAINT', false],
  ['', false],
] as const) {
  it(`${code || 'no code'} is ${away ? '' : 'not '}unavailable`, () => {
    assert.equal(isDatabaseUnavailable(Object.assign(new Error('x'), { code })), away);
  });
}
