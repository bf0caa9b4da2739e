import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createRateLimiter } from './http/rate-limit.ts';
import { startGateway } from './index.ts';
import { SANDBOX } from './sandbox.ts';
import { openDatabase } from './store/open-database.ts';
import { callerOf } from './testing/caller.ts';
import { assertConforms } from './testing/conforms.ts';
import { onBothEngines } from './testing/engines.ts';
import { listenOnLoopback } from './testing/loopback.ts';
import { startProcess } from './testing/process.ts';
import { recount } from './testing/recount.ts';
import { until } from './testing/until.ts';

onBothEngines('three processes on one database', ({ database }) => {
  it('start together, conform together, settle each order once and stop with 0', {
    timeout: 600_000,
  }, async (t) => {
    const databaseUrl = await database();
    const starting = [1, 2, 3].map(() => startProcess(databaseUrl));
    t.after(async () => {
      for (const one of await Promise.allSettled(starting))
        if (one.status === 'fulfilled') await one.value.kill();
    });
    const all = await Promise.all(starting);
    await assertConforms(...all);
    const callers = all.map(({ url }) => callerOf(url));
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        callers[i % 3]?.post('/offset-gateway/orders', { emission_amount: 1 }),
      ),
    );
    const settled = await Promise.all(
      made.flatMap((one) =>
        callers.map((caller) =>
          caller.post(`/sandbox/orders/${one?.json.order_id}/payment`, { outcome: 'completed' }),
        ),
      ),
    );
    assert.ok(settled.every(({ status }) => status === 200));
    const db = openDatabase(databaseUrl);
    const transactions = await db.kysely.selectFrom('transactions').select('order_id').execute();
    const ids = transactions.map(({ order_id }) => order_id);
    for (const one of made) assert.equal(ids.filter((id) => id === one?.json.order_id).length, 1);
    const { overview } = (await callers[0]?.get('/offset-gateway/orders'))?.json ?? {};
    assert.deepEqual(overview, await recount(db, SANDBOX.merchantId));
    await db.close();
    assert.deepEqual(await Promise.all(all.map((one) => one.stop())), [0, 0, 0]);
  });
});

describe('under pressure', () => {
  it('requests past the limit get 429 with Retry-After and the draft’s headers, until the window ends', async () => {
    let now = 0;
    const environment = { GATEWAY_RATE_LIMIT: '2', GATEWAY_RATE_WINDOW_SECONDS: '10' };
    const gateway = await startGateway({ environment, now: () => now });
    const caller = callerOf(gateway.url);
    const list = () => caller.get('/offset-gateway/orders');
    assert.equal((await list()).headers.get('ratelimit'), '"default";r=1;t=10');
    const wrong = { 'x-body-signature': 'wrong' };
    const { json, headers } = await caller.post('/offset-gateway/orders', { emission_amount: 1 }, wrong);
    assert.deepEqual(
      [json.error, headers.get('ratelimit')],
      [40104, '"default";r=0;t=10'],
      'a guess counts too',
    );
    const refused = await list();
    assert.equal(refused.json.error, 42901);
    assert.equal(refused.headers.get('retry-after'), '10');
    assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=2;w=10');
    now = 10_000;
    assert.equal((await list()).status, 200);
    await gateway.close();
  });

  it('each key has a budget of its own', () => {
    const limiter = createRateLimiter({ requests: 1, windowSeconds: 1 }, () => 0);
    limiter.take('a');
    limiter.take('b');
    assert.throws(() => limiter.take('a'), { code: 42901 });
  });

  it('malformed HTTP gets a 4xx response, and the gateway keeps serving', async () => {
    const gateway = await startGateway();
    const { port } = new URL(gateway.url);
    for (const text of [
      'nonsense\r\n\r\n',
      'TRACE / HTTP/1.1\r\nhost: x\r\n\r\n',
      'GET //[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: \x01\r\nconnection: close\r\n\r\n',
      'GET /pay/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    ]) {
      const response = await new Promise<string>((resolve, reject) => {
        const socket = createConnection(Number(port), 'localhost', () => socket.write(text));
        let received = '';
        socket.setTimeout(120_000, () => socket.destroy());
        socket.on('data', (chunk) => {
          received += chunk.toString();
          socket.end();
        });
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
      });
      assert.match(response, /^HTTP\/1\.1 4\d\d /, text.slice(0, 30));
      assert.doesNotMatch(response, /\bat .*\.ts:/);
    }
    assert.equal((await callerOf(gateway.url).raw('/healthz')).status, 200);
    await gateway.close();
  });

  it('closing waits for responses in progress', async () => {
    const gateway = await startGateway();
    const caller = callerOf(gateway.url);
    const made = Array.from({ length: 30 }, () =>
      caller.post('/offset-gateway/orders', { emission_amount: 1 }),
    );
    await Promise.race(made);
    const closed = gateway.close();
    const ends = await Promise.allSettled(made);
    await closed;
    for (const end of ends) if (end.status === 'fulfilled') assert.equal(end.value.status, 201);
    assert.ok(ends.some(({ status }) => status === 'fulfilled'));
  });

  it('closing stores failed requests while webhooks are under way, and closes the database', async (t) => {
    let respond = (): void => {};
    let underWay = true;
    const arrived = Promise.withResolvers<void>();
    const { url, close } = await listenOnLoopback(
      createServer((_, response) => {
        respond = () => void response.end();
        response.on('close', () => {
          underWay = false;
        });
        arrived.resolve();
      }),
    );
    const folder = await mkdtemp(join(tmpdir(), 'gateway-closing-'));
    const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
    const gateway = await startGateway({ databaseUrl });
    const caller = callerOf(gateway.url);
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1, callback_url: url });
    await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
    await arrived.promise;
    // Without this, they would be stored after a second, even without closing.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.equal((await caller.post('/offset-gateway/orders', { emission_amount: 'bad' })).status, 400);
    t.mock.timers.reset();
    const closed = gateway.close();
    const db = openDatabase(databaseUrl);
    await until(
      async () => (await db.kysely.selectFrom('failed_requests').select('code').execute()).length === 1,
      'a stored failure',
    );
    assert.ok(underWay);
    respond();
    await closed;
    await db.close();
    // The last connection to a file removes its log.
    assert.ok(!existsSync(join(folder, 'gateway.sqlite-wal')), 'the database is closed too');
    await close();
    await rm(folder, { recursive: true });
  });
});
