import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { errorBodySchema } from '@flight-offset/core';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { SANDBOX } from '../sandbox.ts';
import { refuseMalformed } from './malformed-request.ts';

let gateway: RunningGateway;
before(async () => {
  gateway = await startGateway();
});
after(() => gateway.close());

/** Returns the gateway's response to these bytes, up to the end of the connection. */
function responseTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(new URL(gateway.url).port), 'localhost', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('close', () => resolve(response));
    // A peer that hangs up while more bytes arrive may reset the connection; its response counts.
    socket.on('error', (error) => (response === '' ? reject(error) : resolve(response)));
  });
}

it('OPTIONS * is handled as OPTIONS of the root', async () => {
  const head = await responseTo('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  assert.match(head, /^HTTP\/1.1 204 No Content\r\n/);
  assert.match(head, /^allow: GET, HEAD, OPTIONS\r?$/im);
});

describe('bytes that are no request get an Error object:', () => {
  const cases: [name: string, bytes: string, status: number, error: number][] = [
    ['nonsense', 'hello\r\n\r\n', 400, 40005],
    ['a length that is no number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n', 400, 40005],
    [
      'a host with a password',
      'GET /healthz HTTP/1.1\r\nHost: u:p@x\r\nConnection: close\r\n\r\n',
      400,
      40005,
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 40005],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n', 400, 40005],
    ['two hosts of HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400, 40005],
    [
      'an address that does not exist, with an expectation of its own',
      'GET /x HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      404,
      40401,
    ],
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 43101],
  ];
  for (const [name, bytes, status, error] of cases) {
    it(name, async () => {
      const [head = '', body = ''] = (await responseTo(bytes)).split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`));
      assert.match(head, /x-request-id: /);
      assert.match(head, /^cache-control: no-store\r?$/im);
      assert.match(head, /^x-content-type-options: nosniff\r?$/im);
      assert.match(head, /^connection: close\r?$/im);
      assert.match(head, /^content-type: application\/json\r?$/im);
      assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}\r?$`, 'im'));
      assert.equal(errorBodySchema.parse(JSON.parse(body)).error, error);
    });
  }

  it('a request that takes too long, before its connection is closed', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = createServer();
    refuseMalformed(server);
    const slow = new PassThrough();
    server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), slow);
    const [head = '', body = ''] = String(slow.read()).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.equal(errorBodySchema.parse(JSON.parse(body)).error, 40801);
    t.mock.timers.tick(1999);
    assert.equal(slow.destroyed, false, 'the response can be read');
    t.mock.timers.tick(1);
    assert.equal(slow.destroyed, true, 'though more bytes come');
    const reset = new PassThrough();
    server.emit('clientError', Object.assign(new Error(), { code: 'ECONNRESET' }), reset);
    assert.deepEqual([reset.read(), reset.destroyed], [null, true], 'nobody is left to read one');
  });
});

describe('bytes after a request that are no request', () => {
  const body = '{"emission_amount":1}';
  const create = `POST /offset-gateway/orders HTTP/1.1\r
Host: x\r
Content-Type: application/json\r
x-api-key: ${SANDBOX.apiKey}\r
x-body-signature: ${createHmac('sha256', SANDBOX.secret).update(body).digest('hex')}\r
`;

  it('end the connection after the response to the order that was created', async () => {
    const response = await responseTo(`${create}Content-Length: ${body.length}\r\n\r\n${body}hello\r\n\r\n`);
    assert.match(response, /^HTTP\/1\.1 201 Created\r\n/);
    assert.match(response, /^connection: close\r?$/im);
    assert.equal(response.split('HTTP/1.1 ').length - 1, 1);
  });

  it('make the request fail if they are part of its body', async () => {
    const response = await responseTo(`${create}Transfer-Encoding: chunked\r\n\r\nhello\r\n\r\n`);
    assert.match(response, /^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

describe('requests sent without waiting for responses', () => {
  const requests = (count: number): string =>
    `${'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count - 1)}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const responses = async (count: number) =>
    (await responseTo(requests(count)).catch(() => '')).split('HTTP/1.1 200 OK').length - 1;

  it('each get a response', async () => assert.equal(await responses(30), 30));

  it('do not count once they have their responses', async () => {
    const socket = connect(Number(new URL(gateway.url).port), 'localhost');
    const ended = new AbortController();
    socket.on('error', () => {}).on('close', () => ended.abort());
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    for (const round of [1, 2, 3]) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
      while (received.split('HTTP/1.1 200 OK').length - 1 < 20 * round) await once(socket, 'data', ended);
    }
    socket.destroy();
  });

  it('by the hundreds end the connection', async () => {
    // The number of earlier responses depends on how the bytes were split on their way.
    assert.ok((await responses(500)) < 500);
    assert.equal(await responses(1), 1);
  });
});
