/** Everything that the gateway exposes: addresses, ports, connections, files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { freePort } from '../testing/free-port.ts';

let gateway: RunningGateway;
let port = 0;
before(async () => {
  gateway = await startGateway();
  port = Number(new URL(gateway.url).port);
});
after(() => gateway.close());

/** Returns the bytes received in response until the gateway hangs up, or `until` returns true. */
function send(bytes: string, until: (received: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (until(received)) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

it('listens only on this machine by default', async (t) => {
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outside = others.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!outside) return t.skip('this machine has no other address');
  await assert.rejects(fetch(`http://${outside.address}:${port}/healthz`));
  const open = await startGateway({ host: '0.0.0.0' });
  const { port: openPort } = new URL(open.url);
  assert.equal((await fetch(`http://${outside.address}:${openPort}/healthz`)).status, 200);
  await open.close();
});

it('a health check in HTTP/1.0 without a host gets 200', async () => {
  assert.match(
    await send('GET /healthz HTTP/1.0\r\n\r\n'),
    /^HTTP\/1\.\d 200 OK\r\n[\s\S]*\{"status":"ok"\}$/,
  );
  assert.match(await send('OPTIONS /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.\d 204 /);
  assert.match(await send('GET /healthz HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 /);
});

it('accepts connections while it drains, and closes each after its response', async () => {
  const other = await startGateway();
  const closed = other.close(5000);
  for (const [path, status] of [
    ['/healthz', 200],
    ['/readyz', 503],
  ] as const) {
    const response = await fetch(`${other.url}${path}`);
    assert.deepEqual([response.status, response.headers.get('connection')], [status, 'close'], path);
  }
  await closed;
});

it('keeps connections open for 75 seconds, or as long as configured', async () => {
  const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  assert.match(await send(request, (received) => received.endsWith('}')), /keep-alive: timeout=75/i);
  const other = await startGateway({ environment: { GATEWAY_KEEP_ALIVE_SECONDS: '7' } });
  const response = await fetch(`${other.url}/healthz`);
  assert.equal(response.headers.get('keep-alive'), 'timeout=7');
  await response.text();
  await other.close();
});

describe('metrics', () => {
  it('are served on their own port, and then not on the public one', async () => {
    const metricsPort = await freePort();
    const environment = { GATEWAY_METRICS_PORT: String(metricsPort) };
    const other = await startGateway({ environment });
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    assert.match(await metrics.text(), /flight_offset_request_seconds/);
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status, 404);
    assert.equal((await fetch(`${other.url}/metrics`)).status, 404);
    await other.close();
    await assert.rejects(fetch(`http://127.0.0.1:${metricsPort}/metrics`));
  });

  it('on the port of the gateway are refused, naming both settings', async () => {
    const port = await freePort();
    await assert.rejects(startGateway({ port, environment: { GATEWAY_METRICS_PORT: String(port) } }), {
      code: 'cannot_listen',
      message: `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). GATEWAY_METRICS_PORT is the same port as GATEWAY_PORT: set one of them to another port.`,
    });
    await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`), 'and nothing is left open');
  });

  it('are served nowhere by default for real payments', async () => {
    const environment = {
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
      GATEWAY_PUBLIC_URL: 'https://pay.example.com',
      GATEWAY_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const real = await startGateway({ sandbox: false, environment });
    assert.equal((await fetch(`${real.url}/metrics`)).status, 404);
    await real.close();
  });
});

/** Uploads without end. @returns the status of the response, and the bytes sent before the connection ended. */
function upload(path: string, most: number): Promise<{ status: number | undefined; sent: number }> {
  return new Promise((resolve) => {
    let status: number | undefined;
    let offered = 0;
    let socket: Socket | undefined;
    const chunk = Buffer.alloc(65_536);
    const call = request({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    });
    call.on('response', (response) => {
      status = response.statusCode;
      response.resume();
    });
    call.on('error', () => {});
    call.on('socket', (used) => {
      socket = used;
    });
    // After the response, Node 26 also counts bytes that are never sent.
    call.on('close', () => resolve({ status, sent: socket?.bytesWritten ?? 0 }));
    const push = (): void => {
      if (call.destroyed) return;
      if (offered >= most) {
        call.end();
        return;
      }
      offered += chunk.length;
      call.write(chunk, push);
    };
    push();
  });
}

it('an upload to an unknown URL gets its 404 without being read to its end', async () => {
  const most = 512 * 1024 * 1024;
  const { status, sent } = await upload('/no/such/address', most);
  assert.equal(status, 404);
  // The buffers of the system on both sides, and a little more.
  assert.ok(sent < most / 16, `${sent} bytes were taken`);
});

it('a small unread body leaves the connection open', async () => {
  const body = 'x'.repeat(1000);
  const first = `POST /no/such/address HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const second = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  assert.match(await send(first + second), /^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 200 /);
});

it('a large unread body closes the connection, as the response states', async () => {
  const head = 'POST /no/such/address HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n';
  assert.match(await send(head + 'x'.repeat(10_000)), /^HTTP\/1\.1 404 [\s\S]*?\r\nconnection: close\r\n/i);
});

it('a client that reads only after sending a large body gets the response', async () => {
  const body = Buffer.alloc(8 * 1024 * 1024);
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(`POST /no/such/address HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
  await setTimeout(100);
  socket.resume();
  const [received] = await once(socket, 'data');
  socket.destroy();
  assert.match(received.toString(), /^HTTP\/1\.1 404 /);
});

describe('the files of a database', { skip: process.platform === 'win32' }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-files-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const modes = async (file: string): Promise<string[]> =>
    Promise.all(['', '-wal', '-shm'].map(async (end) => ((await stat(file + end)).mode & 0o777).toString(8)));

  it('are readable only by their owner, even if they existed before, unless a setting opens them', async () => {
    const file = join(folder, 'new', 'gateway.sqlite');
    const databaseUrl = `sqlite:${file}`;
    const first = await startGateway({ databaseUrl });
    assert.deepEqual(await modes(file), ['600', '600', '600']);
    await first.close();
    await chmod(file, 0o644);
    const second = await startGateway({ databaseUrl });
    assert.deepEqual(await modes(file), ['600', '600', '600']);
    await second.close();
    const environment = { GATEWAY_DATABASE_FILE_MODE: '640' };
    const third = await startGateway({ databaseUrl, environment });
    assert.deepEqual(await modes(file), ['640', '640', '640']);
    await third.close();
  });

  it('are never a folder: a folder is refused and keeps its permissions', async () => {
    await chmod(folder, 0o755);
    await assert.rejects(startGateway({ databaseUrl: `sqlite:${folder}` }), /DATABASE_URL names a folder/);
    assert.equal(((await stat(folder)).mode & 0o777).toString(8), '755');
  });

  it('are never another file: a mistaken path is refused and keeps its permissions', async (t) => {
    const [text, socket] = [join(folder, 'passwd'), join(folder, 'socket')];
    await writeFile(text, 'root:x:0:0:root:/root:/bin/sh\n');
    const server = createServer().listen(socket);
    t.after(() => server.close());
    await once(server, 'listening');
    for (const [path, problem] of [
      [text, /cannot be opened \(SQLITE_NOTADB\)/],
      [socket, /which is no file/],
    ] as const) {
      await chmod(path, 0o644);
      await assert.rejects(startGateway({ databaseUrl: `sqlite:${path}` }), problem);
      assert.equal(((await stat(path)).mode & 0o777).toString(8), '644');
    }
  });
});
