/** A process that may open no more files serves requests that need none, and the others once it may again. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { Agent, fetch as fetchBy } from 'undici';
import { SANDBOX } from '../../src/sandbox.ts';
import { type Caller, callerOf } from '../../src/testing/caller.ts';
import { startPostgres } from '../../src/testing/postgres.ts';
import { startProcess } from '../../src/testing/process.ts';
import { startReceiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

const flights = [
  {
    origin: 'ZRH',
    destination: 'SFO',
    operatingCarrierCode: 'LX',
    flightNumber: 38,
    departureDate: { year: 2026, month: 12, day: 14 },
  },
];

function setLimit(pid: number, descriptors: number): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${descriptors}:`]);
}

/** Returns the next descriptor of a process. */
function nextDescriptor(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let next = 0;
  while (open.has(next)) next += 1;
  return next;
}

function reasonToSkip(): string | false {
  if (process.versions.node.startsWith('22.')) return 'Node 22 never loads again what it could not load once';
  try {
    execFileSync('prlimit', ['--version']);
    return false;
  } catch {
    return 'no prlimit here';
  }
}

const enough = { skip: reasonToSkip(), timeout: 600_000 };

/** Creates a caller with one connection, which stays open: without a descriptor, no other is accepted. */
function onOneConnection(t: TestContext, url: string): Caller {
  const dispatcher = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
  t.after(() => dispatcher.close());
  const send = (to: unknown, init: object): unknown => fetchBy(String(to), { ...init, dispatcher });
  return callerOf(url, SANDBOX, send as typeof fetch);
}

it(
  'an order for which no connection to PostgreSQL can be opened gets 503, and 201 once there is a descriptor',
  enough,
  async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const gateway = await startProcess(await server.createDatabase());
    t.after(() => gateway.kill());
    const caller = onOneConnection(t, gateway.url);
    const order = async (): Promise<number> =>
      (await caller.post('/offset-gateway/orders', { emission_amount: 1 })).status;
    assert.equal(await order(), 201);
    await server.pause();
    await server.resume();
    setLimit(gateway.pid, nextDescriptor(gateway.pid));
    assert.equal(await order(), 503);
    setLimit(gateway.pid, 1024);
    assert.equal(await order(), 201);
  },
);

it(
  'orders go on without file descriptors; webhooks, calculations and the console resume once there are some',
  enough,
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-descriptors-'));
    t.after(() => rm(folder, { recursive: true }));
    await using receiver = await startReceiver();
    const gateway = await startProcess(`sqlite:${join(folder, 'gateway.sqlite')}`);
    t.after(() => gateway.kill());
    const caller = onOneConnection(t, gateway.url);
    const buy = async (): Promise<string> => {
      const body = { emission_amount: 1, user: { email: 'p@x.example' }, callback_url: receiver.url };
      // This changes more pages of the database than SQLite keeps in memory, for a rollback.
      const headers = { 'idempotency-key': randomUUID() };
      const { status, json } = await caller.post('/offset-gateway/orders', body, headers);
      assert.equal(status, 201);
      const { order_id } = json;
      const paid = await caller.post(`/sandbox/orders/${order_id}/payment`, { outcome: 'completed' });
      assert.equal(paid.status, 200);
      return order_id;
    };
    const statuses = async (): Promise<number[]> => [
      (await caller.post('/api/calculate', { flights })).status,
      (await caller.get('/console')).status,
    ];
    // The connection stays open from here on; lazily loaded modules are not loaded yet.
    assert.equal((await caller.get('/healthz')).status, 200);
    setLimit(gateway.pid, nextDescriptor(gateway.pid));
    await buy();
    assert.deepEqual(await statuses(), [500, 500]);
    setLimit(gateway.pid, 1024);
    assert.deepEqual(await statuses(), [200, 401]);
    const order = await buy();
    await until(() => receiver.received.some(({ body }) => body.includes(order)), 'the webhook');
  },
);

it(
  'a console sum gets 503 while its thread cannot start for want of descriptors, and works once it can',
  enough,
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-descriptors-'));
    t.after(() => rm(folder, { recursive: true }));
    const gateway = await startProcess(`sqlite:${join(folder, 'gateway.sqlite')}`);
    t.after(() => gateway.kill());
    const caller = onOneConnection(t, gateway.url);
    const signedIn = await caller.raw('/console/sign-in/sandbox', {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: gateway.url },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const credits = async (): Promise<number> =>
      (await caller.raw('/console/credits', { headers: { cookie } })).status;
    setLimit(gateway.pid, nextDescriptor(gateway.pid));
    assert.equal(await credits(), 503);
    setLimit(gateway.pid, 1024);
    assert.equal(await credits(), 200);
  },
);
