import assert from 'node:assert/strict';
import { Server } from 'node:net';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startGateway } from './gateway.ts';
import { freePort } from './testing/free-port.ts';

/** Repeats a request until a connection is accepted. @throws if there is no response. */
async function firstResponse(url: string): Promise<Response> {
  while (true) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(120_000) });
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw error;
      await setImmediate();
    }
  }
}

it('the gateway responds as soon as its port is open, however long the metrics port takes', async (context) => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { listen } = Server.prototype;
  context.mock.method(
    Server.prototype,
    'listen',
    function (this: Server, ...args: Parameters<typeof listen>) {
      const open = (): Server => listen.apply(this, args);
      if (Number(args[0]) === metricsPort) setTimeout(open, 500);
      else open();
      return this;
    },
  );
  const [gateway, response] = await Promise.all([
    startGateway({ port, environment: { GATEWAY_METRICS_PORT: String(metricsPort) } }),
    firstResponse(`http://127.0.0.1:${port}/healthz`),
  ]);
  assert.equal(response.status, 200);
  await response.body?.cancel();
  await gateway.close();
});
