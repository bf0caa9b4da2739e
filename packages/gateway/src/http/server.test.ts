import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import { ListenError, openServer } from './server.ts';

const CONNECTIONS = 20;
const ANY_PORT = { host: '127.0.0.1', port: 0, setting: 'GATEWAY' } as const;

it('responds to requests that wait to be accepted when it closes', async () => {
  const { server, url, close } = await openServer(ANY_PORT);
  server.on('request', (_, response) => response.end('served'));
  const responses = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: gateway.example\r\n\r\n');
    return text(socket);
  });
  // The system connects them now; the server has no turn to accept them before it closes.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = close();
  for (const response of await Promise.all(responses))
    assert.match(response, /^HTTP\/1\.1 200 [\s\S]*served/);
  await closed;
});

it('names the settings if it cannot listen', async () => {
  const port = await freePort();
  const address = { host: '127.0.0.1', port, setting: 'GATEWAY' } as const;
  const { close } = await openServer(address);
  await assert.rejects(openServer({ ...address, setting: 'GATEWAY_METRICS' }), (error) => {
    assert.ok(error instanceof ListenError && error.code === 'cannot_listen');
    assert.equal(
      error.message,
      `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). Check GATEWAY_METRICS_HOST and GATEWAY_METRICS_PORT, or stop what uses the port.`,
    );
    assert.equal((error.cause as NodeJS.ErrnoException).syscall, 'listen');
    return true;
  });
  await close();
});

it('closes a connection soon after its time for headers is over', async (t) => {
  const { server, url, close } = await openServer(ANY_PORT);
  t.after(close);
  const { headersTimeout, requestTimeout, timeout } = server;
  assert.deepEqual([headersTimeout, requestTimeout, timeout], [15_000, 30_000, 300_000]);
  server.headersTimeout = 100;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\n');
  const began = performance.now();
  assert.match(await text(socket), /^HTTP\/1\.1 408 [\s\S]*"error":40801,"message":"The request did not/);
  assert.ok(performance.now() - began < 5000);
});

it('ends the connection of a client that keeps sending after that', async (t) => {
  const { server, url, close } = await openServer(ANY_PORT);
  t.after(close);
  server.headersTimeout = 100;
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => socket.destroy());
  const ended = new Promise((resolve) => socket.once('error', resolve));
  socket.resume().write('GET / HTTP/1.1\r\nX: ');
  const sending = setInterval(() => socket.write('a'), 100);
  t.after(() => clearInterval(sending));
  const late = setTimeout(10_000, 'it is open', { ref: false });
  assert.notEqual(await Promise.race([ended, late]), 'it is open');
});
