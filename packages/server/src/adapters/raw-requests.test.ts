/** Bytes from raw sockets, and events from anywhere: every adapter responds, and none rejects. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, constants, createServer } from 'node:http2';
import { type AddressInfo, createConnection } from 'node:net';
import { after, before, describe, mock, test } from 'node:test';
import fc from 'fast-check';
import fastify from 'fastify';
import { createBareService } from '../testing/bare-service.ts';
import { HOSTS } from '../testing/hosts.ts';
import { testMerchant } from '../testing/merchant.ts';
import { serveNode, serveWeb } from '../testing/serve.ts';
import { toFastifyHandler } from './fastify.ts';
import { toLambdaHandler } from './lambda.ts';
import { toNodeHandler } from './node.ts';

/** Rejections that nobody handled: on Node each of them ends the process. */
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
/** Warnings of Node about headers that HTTP/2 does not have. */
const warnings: string[] = [];
const warn = ({ name, message }: Error): void => {
  if (name === 'UnsupportedWarning') warnings.push(message);
};
/** Faults of an adapter, as it prints them; frameworks' output about broken bodies is left out. */
const faults: string[] = [];

before(() => {
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note).on('warning', warn);
  mock.method(console, 'error', (line: unknown) => {
    if (String(line).startsWith('flight-offset:')) faults.push(String(line));
  });
});
after(() => {
  process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note).off('warning', warn);
  mock.restoreAll();
});

/** Sends bytes and reads until the server ends the connection; returns the status code, if any. */
function send(port: number, bytes: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection({ port, host: '127.0.0.1' });
    const end = (): void => {
      socket.destroy();
      resolve(text === '' ? undefined : Number(/^HTTP\/1\.[01] (\d{3}) /.exec(text)?.[1]));
    };
    // Only keeps a run from hanging: every server ends the connection.
    socket.setTimeout(120_000, end);
    socket.on('error', end).on('close', end);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // Half-closed: a promised body never arrives.
    socket.end(bytes, 'latin1');
  });
}

function request(line: string, headers: readonly string[], body = ''): string {
  return [line, 'Connection: close', ...headers, '', body].join('\r\n');
}

const JSON_BODY = 'Content-Type: application/json';

/** Requests that once ended a process or broke an adapter, and similar ones. */
const REQUESTS: readonly [name: string, bytes: string][] = [
  ...[
    'user:pw@x',
    'x@y',
    'a b',
    'x/quote?',
    'x#y',
    '[',
    '[::1',
    ':',
    'x:99999',
    'x:port',
    '%',
    '',
    'é',
    'x\\y',
  ].map((host): [string, string] => [
    `Host: ${host}`,
    request('GET /offset/orders/x/status HTTP/1.1', [`Host: ${host}`]),
  ]),
  ...['TRACE', 'CONNECT', 'PROPFIND', 'PATCH', 'HEAD', 'OPTIONS', 'M-SEARCH', 'QUERY', 'trace'].map(
    (method): [string, string] => [method, request(`${method} /offset/quote HTTP/1.1`, ['Host: x'])],
  ),
  ...[
    '*',
    '//',
    '//evil.example//offset/quote',
    'http://user:pw@evil.example/offset/quote',
    'http://[/offset/quote',
    'x:1',
    '/offset/%',
    '/offset/orders/%E0%A4%A/status',
    `/offset/orders/${'x'.repeat(7000)}/status`,
    '/offset/orders/\\..\\..\\/status',
    '?',
    '@evil.example/offset/quote',
  ].map((target): [string, string] => [
    `target ${target.slice(0, 40)}`,
    request(`GET ${target} HTTP/1.1`, ['Host: x']),
  ]),
  ['no host, HTTP/1.0', request('GET /offset/orders/x/status HTTP/1.0', [])],
  ['two hosts', request('GET /offset/quote HTTP/1.1', ['Host: a', 'Host: b'])],
  [
    'a body cut short',
    request('POST /offset/quote HTTP/1.1', ['Host: x', JSON_BODY, 'Content-Length: 900'], '{"fl'),
  ],
  [
    'a broken chunk',
    request('POST /offset/quote HTTP/1.1', ['Host: x', JSON_BODY, 'Transfer-Encoding: chunked'], 'zz\r\n{'),
  ],
  [
    'two lengths',
    request('POST /offset/quote HTTP/1.1', ['Host: x', 'Content-Length: 1', 'Content-Length: 2'], '{}'),
  ],
  ['a GET with a body', request('GET /offset/quote HTTP/1.1', ['Host: x', 'Content-Length: 2'], '{}')],
  [
    'an upgrade',
    request('GET /offset/quote HTTP/1.1', ['Host: x', 'Connection: upgrade', 'Upgrade: websocket']),
  ],
  [
    'Expect',
    request('POST /offset/quote HTTP/1.1', ['Host: x', 'Expect: 200-maybe', 'Content-Length: 2'], '{}'),
  ],
  [
    'odd header values',
    request('GET /offset/quote HTTP/1.1', ['Host: x', 'Origin: \x80\xff', 'X-A: \x7f', 'Cookie: \t']),
  ],
];

const word = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '/offset/',
    'quote',
    'orders',
    '/status',
    '?',
    '#',
    '@',
    ':',
    '%',
    '\\',
    '[',
    ']',
    '..',
    ' ',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }).map((text) => text.replace(/[\r\n\u0100-\u{10ffff}]/gu, '')),
);
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(''));
const randomRequests = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'OPTIONS', 'TRACE', 'CONNECT', 'PUT', 'LINK', 'HEAD'),
    target: fc.oneof(
      text,
      text.map((it) => `/offset/${it}`),
      text.map((it) => `http://${it}`),
    ),
    host: fc.oneof({ weight: 4, arbitrary: fc.constant('x') }, { weight: 1, arbitrary: text }),
    headers: fc.array(
      fc
        .tuple(
          fc.constantFrom('Origin', 'Content-Type', 'Content-Length', 'X-A', 'Expect', 'Transfer-Encoding'),
          text,
        )
        .map(([name, value]) => `${name}: ${value}`),
      { maxLength: 3 },
    ),
    body: text,
  })
  .map(({ method, target, host, headers, body }) =>
    request(`${method} ${target || '/'} HTTP/1.1`, [`Host: ${host}`, ...headers], body),
  );

for (const host of HOSTS) {
  describe(host.name, () => {
    test('no raw request ends the process, rejects or is a fault of the server', async () => {
      const service = createBareService('http://127.0.0.1:1');
      await using upstream = await serveWeb((it) => service.fetch(it));
      await using merchant = await host.start(upstream.origin, () => undefined);
      const port = Number(new URL(merchant.origin).port);
      const judge = async (name: string, bytes: string): Promise<number | undefined> => {
        const status = await send(port, bytes);
        assert.deepEqual([unhandled.splice(0), faults.splice(0)], [[], []], name);
        assert.ok(status === undefined || (status < 500 && status >= 100), `${name}: ${status}`);
        return status;
      };
      for (const [name, bytes] of REQUESTS) {
        const status = await judge(name, bytes);
        // Node itself closes the connection on CONNECT; all others get a response.
        assert.equal(status === undefined, name === 'CONNECT', name);
        if (name === 'TRACE') assert.ok(status === 405, `${name}: ${status}`);
        if (name === 'Host: user:pw@x') assert.equal(status, 400);
      }
      for (const bytes of fc.sample(randomRequests, { numRuns: 60, seed: 20_261_122 }))
        await judge(JSON.stringify(bytes), bytes);
      const alive = await fetch(`${merchant.origin}/offset/orders/x/status`);
      assert.equal(alive.status, 404);
    });
  });
}

test('leaves a response alone that another listener has begun, with the body incomplete', async () => {
  const ended: Promise<void>[] = [];
  const listener = toNodeHandler(testMerchant().handler);
  await using server = await serveNode((incoming, outgoing) => {
    outgoing.writeHead(503).flushHeaders();
    ended.push(listener(incoming, outgoing).finally(() => outgoing.end()));
  });
  const bytes = request('POST /offset/quote HTTP/1.1', ['Host: x', 'Content-Length: 9'], '{');
  assert.equal(await send(Number(new URL(server.origin).port), bytes), 503);
  await Promise.all(ended);
  assert.deepEqual([unhandled.splice(0), faults.splice(0)], [[], []]);
});

test('responds to HTTP/2 requests, TRACE included', async () => {
  const server = createServer(toNodeHandler(testMerchant().handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    for (const [method, authority, status] of [
      ['GET', 'x', 404],
      ['TRACE', 'x', 405],
      ['POST', 'x', 405],
    ] as const) {
      const stream = client.request({
        ':method': method,
        ':authority': authority,
        ':path': '/offset/orders/x/status',
      });
      // Nobody reads the body of the POST.
      const [headers] = await once(stream.end(method === 'POST' ? '{}' : undefined), 'response');
      assert.equal(headers[':status'], status, `${method} ${authority}`);
      stream.close();
    }
    assert.deepEqual([unhandled.splice(0), faults.splice(0), warnings.splice(0)], [[], [], []]);
  } finally {
    client.destroy();
    server.close();
  }
});

test('a traveller who leaves an HTTP/2 request aborts its work too', async () => {
  const ended: Promise<unknown>[] = [];
  const listener = toNodeHandler(async ({ signal }) => {
    const end = once(signal, 'abort');
    ended.push(end);
    await end;
    return new Response();
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const stream = client.request({ ':path': '/offset/orders/x/status' });
    await once(server, 'request');
    stream.close(constants.NGHTTP2_CANCEL);
    assert.equal((await Promise.all(ended)).length, 1);
  } finally {
    client.destroy();
    server.close();
  }
});

test('a Lambda returns a response to any event', async () => {
  const lambda = toLambdaHandler(testMerchant().handler);
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('GET', 'POST', 'TRACE', '/offset/quote', 'user:pw@x'),
    fc.anything(),
  );
  const pairs = fc.oneof(fc.dictionary(fc.constantFrom('host', 'Host', 'origin', 'a b', ''), value), value);
  const event = fc.oneof(
    fc.record(
      {
        headers: pairs,
        multiValueHeaders: pairs,
        cookies: fc.oneof(fc.array(value), value),
        queryStringParameters: pairs,
        multiValueQueryStringParameters: pairs,
        rawPath: value,
        rawQueryString: value,
        path: value,
        httpMethod: value,
        body: value,
        isBase64Encoded: value,
        requestContext: fc.oneof(
          fc.record(
            { domainName: value, http: fc.record({ method: value }), elb: value },
            { requiredKeys: [] },
          ),
          value,
        ),
      },
      { requiredKeys: [] },
    ),
    fc.anything(),
  );
  await fc.assert(
    fc.asyncProperty(event, async (given) => {
      const { statusCode } = await lambda(given as Parameters<typeof lambda>[0]);
      assert.ok(statusCode >= 200 && statusCode < 500, String(statusCode));
    }),
    { numRuns: 2000, seed: 20_261_122 },
  );
});

test('returns lists of header values to a load balancer that sends lists, single ones to any other sender', async () => {
  // Named, as Hono's server has its own Response, which states another type.
  const headers = { 'content-type': 'text/plain', 'x-a': '1' };
  const lambda = toLambdaHandler(async () => new Response('ok', { headers }));
  const elb = { requestContext: { elb: {} } };
  const lists = { multiValueHeaders: { host: ['shop.example'] } };
  const listed = { 'content-type': ['text/plain'], 'x-a': ['1'] };
  for (const [event, single, multiValueHeaders] of [
    [{ ...elb, ...lists }, undefined, listed],
    [{ ...elb, headers: { host: 'shop.example' } }, headers, undefined],
    [lists, headers, undefined],
  ] as const) {
    const result = await lambda(event);
    assert.deepEqual([result.headers, result.multiValueHeaders], [single, multiValueHeaders]);
    assert.deepEqual([result.statusCode, result.body, result.isBase64Encoded], [200, 'ok', false]);
  }
});

test('a Lambda is reached by https, at the host of its event', async () => {
  const seen: string[] = [];
  const lambda = toLambdaHandler(async ({ method, url }) => {
    seen.push(`${method} ${url}`);
    return new Response();
  });
  const domain = { requestContext: { domainName: 'id.lambda.example' } };
  await lambda({ ...domain, path: '/a', headers: { 'X-A': undefined, Host: 'shop.example' } });
  await lambda({ ...domain, path: '/a', multiValueHeaders: {}, headers: { host: 'shop.example' } });
  await lambda({ ...domain, rawPath: '/b', rawQueryString: 'c=d' });
  await lambda({});
  assert.deepEqual(seen, [
    'GET https://shop.example/a',
    'GET https://shop.example/a',
    'GET https://id.lambda.example/b?c=d',
    'GET https://localhost/',
  ]);
});

test('a Lambda reads the cookies of payload format 2.0, which are apart from its headers', async () => {
  const seen: (string | null)[] = [];
  const lambda = toLambdaHandler(async ({ headers }) => {
    seen.push(headers.get('cookie'));
    return new Response();
  });
  const path = { rawPath: '/offset/quote' };
  await lambda({ ...path, cookies: ['session=1', 'theme=dark'], headers: { host: 'shop.example' } });
  await lambda({ ...path, headers: { host: 'shop.example', cookie: 'session=2' } });
  await lambda({ ...path, cookies: [] });
  assert.deepEqual(seen, ['session=1; theme=dark', 'session=2', null]);
});

const EVENTS: readonly [name: string, event: object, status: number][] = [
  ['a host with credentials', { rawPath: '/offset/quote', headers: { host: 'user:pw@x' } }, 400],
  ['a header name with a space', { rawPath: '/offset/quote', headers: { 'a b': 'x' } }, 400],
  ['TRACE', { rawPath: '/offset/quote', requestContext: { http: { method: 'TRACE' } } }, 405],
];

for (const [name, event, status] of EVENTS) {
  test(`an event with ${name} is refused with ${status}`, async () => {
    const result = await toLambdaHandler(testMerchant().handler)(event);
    assert.deepEqual([result.statusCode, JSON.parse(result.body).code], [status, 'bad_request']);
    if (status === 405) assert.match(result.headers?.allow ?? '', /POST/);
  });
}

test('a request that a framework makes itself, as for its tests, keeps its connection', async () => {
  const app = fastify();
  await app.register(toFastifyHandler(testMerchant().handler), { prefix: '/offset' });
  const { statusCode, headers } = await app.inject({ url: '/offset/quote' });
  assert.deepEqual([statusCode, headers.connection], [405, 'keep-alive']);
});
