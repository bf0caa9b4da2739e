/**
 * Three processes on one database are replaced one after the other during requests: behind a proxy without health
 * checks that only tries the next process if it gets no connection, and behind HAProxy with `httpchk`.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type CallerResponse, callerOf } from '../src/testing/caller.ts';
import { freePort } from '../src/testing/free-port.ts';
import { type SharedPostgres, sharedPostgres } from '../src/testing/postgres.ts';
import { type GatewayProcess, startProcess } from '../src/testing/process.ts';
import { until } from '../src/testing/until.ts';
import { findProgram } from './find-program.ts';

const BUYERS = 6;
/** Pause of a buyer between requests: they must keep coming, in any number. */
const PAUSE_MS = 100;

/**
 * The proxy's message, without health checks, for a new connection that was reset. The system resets a connection whose
 * last packet of three arrives as the process closes: to the proxy it was open, but the process never saw it.
 */
const CUT = 'cut while connecting';

/** A proxy in front of the processes. */
interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Sends requests in turn, over connections it keeps; if it cannot connect, it tries the next process. */
async function startRoundRobin(ports: readonly number[]): Promise<Proxy> {
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true })]));
  let turn = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    const first = turn++;
    incoming.on('end', () => forward(0));
    function forward(tries: number): void {
      const port = ports[(first + tries) % ports.length] ?? 0;
      const { method, url: path, headers } = incoming;
      const options = { host: '127.0.0.1', port, method, path, headers, agent: agents.get(port) };
      const outgoing = request(options, (incomingResponse) => {
        response.writeHead(incomingResponse.statusCode ?? 502, { 'content-type': 'application/json' });
        incomingResponse.pipe(response);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // Nothing was sent. After any other error the request may have reached the process, and must not be repeated
        // here.
        if (error.syscall === 'connect' && tries + 1 < ports.length) return forward(tries + 1);
        const isCut = error.code === 'ECONNRESET' && !outgoing.reusedSocket;
        response.writeHead(502).end(JSON.stringify({ message: isCut ? CUT : error.code }));
      });
      outgoing.end(Buffer.concat(chunks));
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

const HAPROXY = findProgram('haproxy');

async function startHaproxy(ports: readonly number[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-haproxy-'));
  const port = await freePort();
  const servers = ports.map(
    (one, index) => `  server gateway${index} 127.0.0.1:${one} check inter 500ms fall 2 rise 2`,
  );
  const lines = [
    ...['defaults', '  mode http', '  timeout connect 2s', '  timeout client 30s', '  timeout server 30s'],
    ...['  option redispatch', 'frontend payers', `  bind 127.0.0.1:${port}`, '  default_backend gateways'],
    ...['backend gateways', '  balance roundrobin', '  option httpchk GET /readyz', ...servers, ''],
  ];
  await writeFile(join(folder, 'haproxy.cfg'), lines.join('\n'));
  const args = ['-f', join(folder, 'haproxy.cfg'), '-db', '-q'];
  const child: ChildProcess = spawn(HAPROXY ?? '', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe('a rolling restart', { timeout: 900_000, concurrency: true }, () => {
  let server: SharedPostgres;
  before(async () => {
    server = await sharedPostgres();
  });
  after(() => server.stop());

  const proxies: readonly {
    readonly name: string;
    readonly startProxy: (ports: readonly number[]) => Promise<Proxy>;
    /** Time for which a process keeps serving after SIGTERM. */
    readonly drainSeconds: number;
    /** Time from a process's start until it receives requests. */
    readonly checksMs: number;
    /** Maximum number of connections that each closing process may cut as they are made. */
    readonly cuts: 0 | 1;
    readonly skip: string | false;
  }[] = [
    // Requests while a process drains are served as before: the test is about the moment in which it closes.
    {
      name: 'a round-robin proxy without health checks',
      startProxy: startRoundRobin,
      drainSeconds: 2,
      checksMs: 0,
      cuts: 1,
      skip: false,
    },
    // Time for several of HAProxy's checks, on a busy machine too; two in a row bring a process back.
    {
      name: 'HAProxy with httpchk',
      startProxy: startHaproxy,
      drainSeconds: 8,
      checksMs: 2000,
      cuts: 0,
      skip: HAPROXY === undefined && 'HAProxy is not installed here',
    },
  ];
  for (const { name, startProxy, drainSeconds, checksMs, cuts, skip } of proxies) {
    it(`of three processes behind ${name} fails no request`, { skip }, async () => {
      const databaseUrl = await server.createMigrated();
      const ports = await Promise.all([freePort(), freePort(), freePort()]);
      const environment = { GATEWAY_DRAIN_SECONDS: String(drainSeconds) };
      const start = (port: number): Promise<GatewayProcess> => startProcess(databaseUrl, environment, port);
      const processes: GatewayProcess[] = [];
      for (const port of ports) processes.push(await start(port));
      const proxy = await startProxy(ports);
      const caller = callerOf(proxy.url);
      const created = new Set<string>();
      const failed: string[] = [];
      let cut = 0;
      let go = true;
      try {
        // A proxy that checks its servers trusts none at first.
        const isReady = async (): Promise<boolean> =>
          (await caller.get('/readyz').catch(() => undefined))?.status === 200;
        await until(isReady, 'a proxy that trusts its servers');
        // A merchant's backend repeats a request that found no process.
        const repeated = async (send: () => Promise<CallerResponse>): Promise<CallerResponse> => {
          const response = await send();
          if (response.status !== 502 || response.json.message !== CUT) return response;
          cut += 1;
          return send();
        };
        const buyer = async (): Promise<void> => {
          while (go) {
            const once = { 'idempotency-key': randomUUID() };
            const { status, json } = await repeated(() =>
              caller.post('/offset-gateway/orders', { emission_amount: 1 }, once),
            );
            if (status === 201) created.add(json.order_id);
            else failed.push(`create: ${status} ${JSON.stringify(json)}`);
            const listed = await repeated(() => caller.get('/offset-gateway/orders?limit=1'));
            if (listed.status !== 200) failed.push(`list: ${listed.status} ${JSON.stringify(listed.json)}`);
            await setTimeout(PAUSE_MS);
          }
        };
        const load = Promise.all(Array.from({ length: BUYERS }, buyer));
        for (const [index, port] of ports.entries()) {
          const before = created.size;
          cut = 0;
          assert.equal(await processes[index]?.stop(), 0);
          processes[index] = await start(port);
          await setTimeout(checksMs);
          assert.ok(created.size > before, 'orders were created meanwhile');
          assert.ok(cut <= cuts, `${cut} connections were cut`);
        }
        go = false;
        await load;
        assert.deepEqual(failed, []);
        const listed = await caller.get('/offset-gateway/orders?limit=1');
        assert.equal(listed.json.overview.total_orders, created.size);
      } finally {
        go = false;
        await proxy.close();
        for (const one of processes) await one.kill();
      }
    });
  }
});
