import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { until } from '../testing/until.ts';
import { handleInTurn, refusePipelined } from './pipelined.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Connects a client to a server with this handler. */
async function connected(t: TestContext, handle: RequestListener): Promise<[Socket, Server]> {
  const server = createServer(handle);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, 'localhost');
  t.after(() => {
    socket.destroy();
    server.close();
  });
  return [socket, server];
}

/** Sends three requests at once to a server with this handler. */
async function sendThree(t: TestContext, handle: (response: ServerResponse) => void): Promise<void> {
  const [socket, server] = await connected(t, (_, response) =>
    handleInTurn(response, () => handle(response)),
  );
  const arrived = once(server, 'request');
  socket.write(REQUEST.repeat(3));
  await arrived;
}

it('handles a request only after the previous response is written', async (t) => {
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

it('lets others have a turn between the requests of one connection', async (t) => {
  const order: string[] = [];
  await sendThree(t, (response) => {
    order.push('one of three');
    setImmediate(() => order.push('another'));
    response.end('one');
  });
  await until(() => order.length === 6, 'three responses');
  assert.deepEqual(order, ['one of three', 'another', 'one of three', 'another', 'one of three', 'another']);
});

it('handles 33 requests at once repeatedly, and ends the connection at 34', async (t) => {
  let handled = 0;
  const [socket] = await connected(t, (request, response) => {
    if (refusePipelined(request, response)) return;
    handleInTurn(response, () => {
      handled += 1;
      response.end('one');
    });
  });
  socket.resume().on('error', () => {});
  for (const count of [33, 66]) {
    socket.write(REQUEST.repeat(33));
    await until(() => handled === count || socket.closed, 'the responses');
    assert.equal(handled, count);
  }
  socket.write(REQUEST.repeat(34));
  await once(socket, 'close');
  assert.ok(handled < 100, `${handled} were handled`);
});
