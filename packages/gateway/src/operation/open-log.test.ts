import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { GATEWAY_COMMAND } from '../testing/command-process.ts';
import { freePort } from '../testing/free-port.ts';
import { until } from '../testing/until.ts';

/** Starts a gateway in a new process that logs every request to `stdout`. */
async function serving(stdout: number | 'pipe', more: Record<string, string> = {}) {
  const port = await freePort();
  const args = [...GATEWAY_COMMAND, 'serve', '--sandbox', '--port', String(port)];
  const env = { ...process.env, DATABASE_URL: 'sqlite::memory:', GATEWAY_LOG_LEVEL: 'info', ...more };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', stdout, 'inherit'] });
  const ended = once(child, 'exit');
  const request = () => fetch(`http://localhost:${port}/offset-gateway/orders`).then(({ status }) => status);
  await until(async () =>
    child.exitCode === null ? (await request().catch(() => 0)) === 401 : assert.fail(),
  );
  return { child, ended, request };
}

it('a log on a full disk fails no request', { skip: !existsSync('/dev/full') }, async (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const { child, ended, request } = await serving(full);
  t.after(() => child.kill('SIGKILL'));
  for (let i = 0; i < 20; i += 1) assert.equal(await request(), 401);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

it('a log that nobody reads does not keep a process from ending', async (t) => {
  const { child, ended, request } = await serving('pipe');
  t.after(() => child.kill('SIGKILL'));
  for (let i = 0; i < 3000; i += 1) assert.equal(await request(), 401);
  child.kill('SIGTERM');
  const late = AbortSignal.timeout(10_000);
  late.addEventListener('abort', () => child.kill('SIGKILL'));
  assert.deepEqual(await ended, [null, 'SIGTERM']);
});

it('a line has its severity, its time and, with a tracing SDK, its trace', async (t) => {
  const sdk = import.meta.resolve('@opentelemetry/sdk-trace-node');
  const register = `import { NodeTracerProvider } from '${sdk}'; new NodeTracerProvider().register();`;
  const { child, request } = await serving('pipe', {
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(register)}"`,
  });
  t.after(() => child.kill('SIGKILL'));
  await request();
  assert.ok(child.stdout);
  for await (const text of createInterface(child.stdout)) {
    if (!text.includes('"request"')) continue;
    const { message, severity, time, trace_id, span_id } = JSON.parse(text);
    assert.deepEqual([message, severity], ['request', 'INFO']);
    assert.equal(new Date(time).toISOString(), time);
    assert.match(trace_id, /^[0-9a-f]{32}$/);
    assert.match(span_id, /^[0-9a-f]{16}$/);
    return;
  }
  assert.fail('no line');
});

it('a gateway for real payments prints only lines of JSON, one with its URL', async (t) => {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: 'sqlite::memory:',
    GATEWAY_PORT: '0',
    GATEWAY_PUBLIC_URL: 'https://pay.example.com',
    GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    GATEWAY_PROVIDER: 'none',
    GATEWAY_DRAIN_SECONDS: '0',
  };
  const child = spawn(process.execPath, [...GATEWAY_COMMAND, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let url: string | undefined;
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text);
    if (line.message !== 'listening') continue;
    url = line.url;
    child.kill('SIGTERM');
  }
  assert.match(url ?? '', /^http:\/\/localhost:\d+$/);
});
