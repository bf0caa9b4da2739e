import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { openServer } from './server.ts';

const CONNECTIONS = 20;

it('responds to the requests which wait to be accepted when it closes', async () => {
  const { server, url, close } = await openServer(0, '127.0.0.1');
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
