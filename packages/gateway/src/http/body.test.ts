import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Loopback, listenOnLoopback } from '../testing/loopback.ts';
import { MAX_BODY_BYTES, parseJson, readBody } from './body.ts';

describe('the bytes of a body', () => {
  const server = createServer();
  let listening: Loopback;
  before(async () => {
    listening = await listenOnLoopback(server);
  });
  after(() => listening.close());

  /** Sends a request in pieces. */
  async function send(head: string, ...pieces: (string | Buffer)[]): Promise<[IncomingMessage, Socket]> {
    const socket = connect(listening.port, '127.0.0.1');
    socket.on('error', () => {});
    const came = once(server, 'request') as Promise<[IncomingMessage]>;
    socket.write(`POST / HTTP/1.1\r\nhost: here\r\n${head}\r\n\r\n`);
    const [incoming] = await came;
    for (const piece of pieces) socket.write(piece);
    return [incoming, socket];
  }

  it('are read from all its pieces', async () => {
    const [incoming, socket] = await send('content-length: 17', 'abc');
    const body = readBody(incoming);
    await once(incoming, 'data');
    socket.write('d\0f, and more.');
    assert.equal(Buffer.from(await body).toString(), 'abcd\0f, and more.');
    socket.destroy();
  });

  it('are read from its chunks if no length is announced', async () => {
    const [incoming, socket] = await send(
      'transfer-encoding: chunked',
      '3\r\nabc\r\n',
      '2\r\nde\r\n0\r\n\r\n',
    );
    assert.equal(Buffer.from(await readBody(incoming)).toString(), 'abcde');
    socket.destroy();
  });

  it('are empty if no body is announced', async () => {
    const [incoming, socket] = await send('x-nothing: 1');
    assert.equal((await readBody(incoming)).length, 0);
    socket.destroy();
  });

  it('are limited to 1 MiB', async () => {
    assert.equal(MAX_BODY_BYTES, 1_048_576);
    const most = Buffer.alloc(MAX_BODY_BYTES, 'x');
    const [fits, first] = await send(`content-length: ${most.length}`, most);
    assert.equal((await readBody(fits)).length, most.length);
    first.destroy();
    const [over, second] = await send(`content-length: ${most.length + 1}`, most, 'x');
    await assert.rejects(readBody(over), { code: 41301, headers: { connection: 'close' } });
    second.destroy();
    const [endless, third] = await send('transfer-encoding: chunked', `${(2 ** 30).toString(16)}\r\n`);
    const refused = assert.rejects(readBody(endless), { code: 41301 });
    for (let mebibyte = 0; mebibyte < 20; mebibyte += 1) third.write(most);
    await refused;
    third.destroy();
  });

  it('take no more memory than their length, however small the pieces', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const headers = { 'transfer-encoding': 'chunked' };
    const incoming = Object.assign(new EventEmitter(), { headers }) as unknown as IncomingMessage;
    const body = readBody(incoming);
    const packet = Buffer.from('some bytes');
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 200_000; at += 1)
      incoming.emit('data', packet.subarray(at % packet.length, (at % packet.length) + 1));
    collect();
    const kept = process.memoryUsage().heapUsed - before;
    assert.ok(kept < 1_000_000, `${kept} bytes`);
    incoming.emit('end');
    assert.equal(Buffer.from(await body).toString(), packet.toString().repeat(20_000));
  });

  it('must arrive within 20 seconds, however steadily', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const headers = { 'content-length': '100' };
    const incoming = Object.assign(new EventEmitter(), { headers }) as unknown as IncomingMessage;
    let code: number | undefined;
    readBody(incoming).catch((error) => {
      code = error.code;
    });
    for (let second = 0; second < 19; second += 1) {
      t.mock.timers.tick(1000);
      incoming.emit('data', Buffer.from('x'));
    }
    t.mock.timers.tick(999);
    await setImmediate();
    assert.equal(code, undefined);
    t.mock.timers.tick(1);
    await setImmediate();
    assert.equal(code, 40801);
  });

  it('are refused if they arrive late or break off', async () => {
    const [late, first] = await send('content-length: 6', 'abc');
    // The rest of the body may look like the next request: the connection ends with the response.
    await assert.rejects(readBody(late, 20), { code: 40801, headers: { connection: 'close' } });
    first.destroy();
    const [cut, second] = await send('content-length: 6', 'abc');
    const broken = assert.rejects(readBody(cut), { code: 40001 });
    second.destroy();
    await broken;
    await assert.rejects(readBody(cut), { code: 40001 });
  });
});

describe('a body as JSON', () => {
  const read = (type: string | null): unknown => parseJson(type, Buffer.from('{}'));
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf8"',
    'application/json; profile=x',
    'application/json ; charset=utf-8',
  ])
    it(`is read as ${type}`, () => assert.deepEqual(read(type), {}));
  for (const type of [null, '', 'text/plain', 'application/json; charset=utf-16', 'application/jsonp'])
    it(`is refused as ${type}`, () => assert.throws(() => read(type), { code: 41501 }));
  for (const [name, bytes] of [
    ['what is no JSON', Buffer.from('{')],
    ['what is no UTF-8', Buffer.from('"\xff"', 'latin1')],
    ['a byte order mark', Buffer.from('\ufeff{}')],
  ] as const)
    it(`refuses ${name}`, () => assert.throws(() => parseJson('application/json', bytes), { code: 40001 }));
});
