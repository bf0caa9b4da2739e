import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import { inTurn } from './pipelined.ts';

it('a request is handled once the response before it is written', async (t) => {
  const handled: ServerResponse[] = [];
  const server = createServer((_, response) => inTurn(response, () => void handled.push(response)));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, 'localhost');
  t.after(() => {
    socket.destroy();
    server.close();
  });
  const arrived = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await arrived;
  for (let count = 1; count <= 3; count += 1) {
    assert.equal(handled.length, count);
    const response = handled[count - 1] as ServerResponse;
    response.end('one');
    await once(response, 'close');
  }
});
