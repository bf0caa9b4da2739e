/** A developer finds a failed request by the id in its response. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { startGateway } from '../gateway.ts';
import { type FailedRequest, openFailureLog } from '../requests/failure-log.ts';
import { SANDBOX } from '../sandbox.ts';
import { callerOf } from '../testing/caller.ts';
import { type ConsoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { findFailures } from './find/failures.ts';

const REQUESTS = '/merchants/sandbox-merchant/developers/requests';

/** Searches until a request is stored, which takes up to a second. */
async function find(visitor: ConsoleVisitor, id: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { text } = await visitor.get(`${REQUESTS}?id=${encodeURIComponent(id)}`);
    if (!text.includes('No failed request has this id')) return text;
    await wait(50);
  }
  throw new Error(`${id} was never stored`);
}

const failure = (merchant_id: string, index: number): FailedRequest => ({
  merchant_id,
  request_id: `r${index}`,
  at: index,
  method: 'GET',
  route: '/',
  status: 400,
  code: 40001,
  message: `\0${'x'.repeat(1000)}`,
  duration_ms: 1,
});

onBothEngines('failed requests', ({ database }) => {
  it('are listed with their error and without their body, except those with an unknown key', async () => {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const caller = callerOf(gateway.url);
      const visitor = await sandboxVisitor(gateway.url);
      assert.match((await visitor.get(REQUESTS)).text, /No request failed/);
      const body = { emission_amount: -1, user: { name: 'Zoe Meier' } };
      const refused = await caller.post('/offset-gateway/orders', body);
      const unsigned = callerOf(gateway.url, { apiKey: SANDBOX.apiKey, secret: 'another secret' });
      const forged = await unsigned.post('/offset-gateway/orders', { emission_amount: 1 });
      const missing = await caller.get('/offset-gateway/orders/ord_00000000000000000000000000');
      const stranger = callerOf(gateway.url, { apiKey: 'nobody', secret: SANDBOX.secret });
      const unknown = await stranger.get('/offset-gateway/orders');
      const last = await caller.post('/offset-gateway/orders', body);

      const shown = await find(visitor, refused.headers.get('x-request-id') ?? '');
      assert.ok(shown.includes(`${refused.json.error}: `) && shown.includes('emission_amount'));
      assert.match(shown, /POST <code>\/offset-gateway\/orders<\/code>/);
      assert.doesNotMatch(shown, /Zoe/);

      assert.equal(forged.status, 401);
      assert.match(await find(visitor, forged.headers.get('x-request-id') ?? ''), /signature/i);

      const page = await find(visitor, missing.headers.get('x-request-id') ?? '');
      assert.match(page, /GET <code>\/offset-gateway\/orders\/:/);
      await find(visitor, last.headers.get('x-request-id') ?? '');
      const all = (await visitor.get(REQUESTS)).text;
      assert.ok(!all.includes(unknown.headers.get('x-request-id') ?? ''));
    } finally {
      await gateway.close();
    }
  });

  it('of one client are stored up to 100 per second, and the rest when the log is closed', async () => {
    const { db } = await openStore(await database());
    const failures = openFailureLog(db, pino({ level: 'silent' }));
    for (let index = 0; index < 150; index += 1) failures.record(failure(MERCHANT, index));
    await failures.close();
    const { rows, next } = await findFailures(db, MERCHANT, { search: undefined, cursor: undefined });
    assert.equal(rows[0]?.requestId, 'r99');
    assert.ok((rows[0]?.message.length ?? 0) <= 500);
    const more = await findFailures(db, MERCHANT, { search: undefined, cursor: next });
    assert.equal(more.rows[0]?.requestId, 'r74');
    const searched = await findFailures(db, MERCHANT, { search: 'r50', cursor: undefined });
    assert.deepEqual(
      searched.rows.map(({ requestId }) => requestId),
      ['r50'],
    );
    const other = await findFailures(db, 'neighbour', { search: undefined, cursor: undefined });
    assert.deepEqual(other.rows, []);
    await db.close();
  });

  it('of other merchants are stored too: the one with the most gives way, down to a fair share', async () => {
    const { db } = await openStore(await database());
    const failures = openFailureLog(db, pino({ level: 'silent' }));
    for (let index = 0; index < 150; index += 1) failures.record(failure(MERCHANT, index));
    for (let index = 0; index < 60; index += 1) failures.record(failure('neighbour', index));
    failures.record(failure('third', 0));
    await failures.close();
    const stored = db.kysely
      .selectFrom('failed_requests')
      .select(({ fn }) => ['merchant_id', fn.countAll<number>().as('count')])
      .groupBy('merchant_id')
      .orderBy('merchant_id');
    assert.deepEqual(
      (await stored.execute()).map(({ count }) => count),
      [50, 49, 1],
    );
    await db.close();
  });

  it('are not stored after the log is closed', async ({ mock: { timers } }) => {
    timers.enable({ apis: ['setTimeout'] });
    const { db } = await openStore(await database());
    const lines: string[] = [];
    const failures = openFailureLog(db, pino({}, { write: (line: string) => void lines.push(line) }));
    await failures.close();
    await db.close();
    failures.record(failure(MERCHANT, 0));
    timers.tick(1000);
    await failures.close();
    assert.deepEqual(lines, []);
  });
});
