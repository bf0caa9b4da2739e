import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { until } from '../testing/until.ts';
import { inTurn } from './pipelined.ts';

/** Sends three requests at once to a server that handles them so. @returns the client. */
async function sendThree(t: TestContext, handle: (response: ServerResponse) => void): Promise<Socket> {
  const server = createServer((_, response) => inTurn(response, () => handle(response)));
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
  return socket;
}

it('a request is handled once the response before it is written', async (t) => {
  const handled: ServerResponse[] = [];
  await sendThree(t, (response) => handled.push(response));
  for (let count = 1; count <= 3; count += 1) {
    await until(() => handled.length >= count, 'the next request');
    assert.equal(handled.length, count);
    const response = handled[count - 1] as ServerResponse;
    response.end('one');
    await once(response, 'close');
  }
});

it('between requests of one connection, others have a turn', async (t) => {
  const order: string[] = [];
  await sendThree(t, (response) => {
    order.push('one of three');
    setImmediate(() => order.push('another'));
    response.end('one');
  });
  await until(() => order.length === 6, 'three responses');
  assert.deepEqual(order, ['one of three', 'another', 'one of three', 'another', 'one of three', 'another']);
});
