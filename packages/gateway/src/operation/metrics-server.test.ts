import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMetrics } from './metrics.ts';
import { openMetricsServer } from './metrics-server.ts';

const LOCAL = { host: '127.0.0.1', port: 0 };

it('serves only metrics on their own port', async () => {
  const metrics = createMetrics();
  const { url, close } = await openMetricsServer(metrics, LOCAL);
  const read = await fetch(`${url}/metrics`);
  assert.equal(read.headers.get('content-type'), metrics.registry.contentType);
  assert.match(await read.text(), /^# HELP flight_offset_orders_expired_total /m);
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics', 'POST'],
  ] as const)
    assert.equal((await fetch(url + path, { method })).status, 404, `${method} ${path}`);
  await close();
});

it('responds with 500 if metrics cannot be collected', async (t) => {
  const metrics = createMetrics();
  t.mock.method(metrics.registry, 'metrics', async () => {
    throw new Error('no figures');
  });
  const { url, close } = await openMetricsServer(metrics, LOCAL);
  assert.equal((await fetch(`${url}/metrics`)).status, 500);
  await close();
});

it('names its setting if the port of metrics is taken', async () => {
  const taken = await openMetricsServer(createMetrics(), LOCAL);
  const port = Number(new URL(taken.url).port);
  await assert.rejects(openMetricsServer(createMetrics(), { ...LOCAL, port }), /GATEWAY_METRICS_PORT/);
  await taken.close();
});
