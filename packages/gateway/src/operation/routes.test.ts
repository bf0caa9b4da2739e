import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openApiDocument } from '@flight-offset/core/openapi';
import { Hono } from 'hono';
import { pino } from 'pino';
import { startGateway } from '../gateway.ts';
import type { Env } from '../http/env.ts';
import { addRoute } from '../http/routes.ts';
import { captureFaultLines } from '../testing/fault-lines.ts';
import { openStore } from '../testing/store.ts';
import { readiness } from './ready.ts';
import { operationRoutes } from './routes.ts';

it('serves its OpenAPI document with its own URL, and logs an unknown setting', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const gateway = await startGateway({ log, environment: { GATEWAY_RETENTION_DAY: '1' } });
  assert.deepEqual(lines, ['GATEWAY_RETENTION_DAY is not a setting and is ignored']);
  const document = await (await fetch(`${gateway.url}/openapi.json`)).json();
  assert.deepEqual(document, JSON.parse(JSON.stringify(openApiDocument({ baseUrl: gateway.url }))));
  await gateway.close();
});

it('is not ready while it drains, without a line in the log', async () => {
  const lines = captureFaultLines();
  const gateway = await startGateway({ log: lines.log });
  const closed = gateway.close(500);
  const response = await fetch(`${gateway.url}/readyz`);
  assert.equal(response.status, 503);
  assert.match(await response.text(), /"error":50301/);
  assert.equal(response.headers.get('retry-after'), '5');
  await closed;
  assert.deepEqual(lines.messages(), []);
});

it('checks its readiness with one write per second, however often it is requested', async () => {
  const { db } = await openStore('sqlite::memory:');
  const forget = async (): Promise<bigint> =>
    (await db.kysely.deleteFrom('settings').where('name', '=', 'readiness').executeTakeFirst())
      .numDeletedRows;
  const isReady = readiness(db);
  const written: bigint[] = [];
  for (let check = 0; check < 3; check += 1) {
    assert.equal(await isReady(), true);
    written.push(await forget());
  }
  assert.deepEqual(written, [1n, 0n, 0n]);
  await db.close();
});

it('is checked by one write at a time', async (t) => {
  const { db } = await openStore('sqlite::memory:');
  const hasRoom = t.mock.fn(() => true);
  const isReady = readiness(Object.create(db, { hasRoom: { value: hasRoom } }));
  assert.deepEqual(await Promise.all([isReady(), isReady()]), [true, true]);
  assert.equal(hasRoom.mock.callCount(), 1);
  await db.close();
});

it('is not ready while the disk is full or a write fails', async (t) => {
  const { db } = await openStore('sqlite::memory:');
  let hasRoom = false;
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const isReady = readiness(Object.create(db, { hasRoom: { value: () => hasRoom } }));
  const checked = [await isReady()];
  hasRoom = true;
  now += 1000;
  checked.push(await isReady());
  await db.close();
  now += 1000;
  checked.push(await isReady());
  assert.deepEqual(checked, [false, true, false]);
});

it('is not ready if the database does not respond for 3 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const silent = { engine: 'postgres', transaction: () => new Promise(() => {}) };
  const ready = readiness(silent as unknown as Parameters<typeof readiness>[0])();
  t.mock.timers.tick(3000);
  assert.equal(await ready, false);
});

it('creates the OpenAPI document once, however often it is requested', async () => {
  let made = 0;
  const orders = {
    get publicUrl() {
      made += 1;
      return 'https://pay.example';
    },
  };
  const { '/openapi.json': methods = {} } = operationRoutes({ orders } as Parameters<
    typeof operationRoutes
  >[0]);
  const app = new Hono<Env>();
  addRoute(app, '/openapi.json', methods);
  for (const _ of [1, 2, 3]) assert.match(await (await app.request('/openapi.json')).text(), /pay\.example/);
  assert.equal(made, 1);
});
