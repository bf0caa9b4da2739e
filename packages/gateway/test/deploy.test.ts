/**
 * The files of deploy/ against the program that they start. Without containers or systemd, the commands are run here
 * with the files' own arguments and variables; only addresses and paths are this machine's.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { DRAIN_SECONDS } from '../src/cli/commands/serve.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { readConfig } from '../src/config.ts';
import { PROVIDER_VARIABLES } from '../src/config-checks.ts';
import { alternatives, REAL_PROVIDERS, VARIABLES } from '../src/config-schema.ts';
import { SHUTDOWN_MS } from '../src/http/server.ts';
import { STOP_MS } from '../src/listen.ts';
import { CLOSE_MS } from '../src/store/postgres/pool.ts';
import { GATEWAY_COMMAND } from '../src/testing/command-process.ts';
import { freePort } from '../src/testing/free-port.ts';
import { type PostgresServer, startPostgres } from '../src/testing/postgres.ts';
import { until } from '../src/testing/until.ts';
import { ATTEMPT_MS } from '../src/webhooks/send.ts';

/** Maximum time to stop: work under way ends, or is abandoned, then connections to the database are closed. */
const MAX_STOP_MS = DRAIN_SECONDS * 1000 + Math.max(SHUTDOWN_MS, ATTEMPT_MS, STOP_MS) + CLOSE_MS;
const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
/** Variables that an operator sets. */
const GIVEN: Readonly<Record<string, string>> = {
  DATABASE_PASSWORD: 'any',
  GATEWAY_PUBLIC_URL: 'https://pay.example.com',
  GATEWAY_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

let folder = '';
let keyFile = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-deploy-'));
  keyFile = join(folder, 'master.key');
  await writeFile(keyFile, MASTER_KEY, { mode: 0o600 });
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of a deploy file; its `node` is this process's. */
function start([program = '', ...args]: readonly string[], env: Record<string, string>): ChildProcess {
  assert.match(program, /(?:^|\/)node$/);
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: [...stdio],
  });
}

async function waitUntilReady(port: number, child: ChildProcess): Promise<void> {
  while (true) {
    assert.equal(child.exitCode, null, 'it ended before it was ready');
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await setTimeout(50);
  }
}

async function end(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

/** Checks that the words after `cli.ts` are an existing command. */
function assertCommand(words: readonly string[]): void {
  const [cli = '', ...command] = words.slice(words.findIndex((word) => word.endsWith('.ts')));
  assert.ok(existsSync(join(ROOT, cli)), cli);
  assert.ok(
    COMMANDS.some((one) => one.words.join(' ') === command.join(' ')),
    command.join(' '),
  );
}

/** Runs a health check, with this Node, while requests would go to an unavailable proxy: it needs no proxy. */
async function exitCode(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number | null> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'database' };
  const child = execFile(program, args, { env: { PATH, ...proxy, ...env } }, () => {});
  await once(child, 'exit');
  return child.exitCode;
}

describe('docker-compose.yml', { timeout: 600_000 }, () => {
  const file = parse(readFileSync(join(DEPLOY, 'docker-compose.yml'), 'utf8'));
  const { gateway, database } = file.services;
  /** Fills in `${NAME}`, `${NAME:-else}` and `${NAME:?why}`, as compose does. */
  const filled = (text: string): string =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, sign, other) => {
      if (sign === '?') assert.ok(GIVEN[name], `${name} is needed: ${other}`);
      return GIVEN[name] ?? (sign === '-' ? other : '');
    });
  const environment: Record<string, string> = Object.fromEntries(
    Object.entries<string>(gateway.environment).map(([name, value]) => [name, filled(value)]),
  );
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  it('names only existing variables, secrets, volumes and services, and this checkout', () => {
    for (const name of Object.keys(environment)) assert.ok(VARIABLES.includes(name), name);
    for (const name of PROVIDER_VARIABLES) assert.ok(Object.hasOwn(environment, name), name);
    assert.ok(gateway.environment.GATEWAY_PROVIDER.includes(`:?${alternatives(REAL_PROVIDERS)}}`));
    for (const name of gateway.secrets) assert.ok(file.secrets[name], name);
    assert.equal(environment.GATEWAY_MASTER_KEY_FILE, `/run/secrets/${gateway.secrets[0]}`);
    for (const name of Object.keys(gateway.depends_on)) assert.ok(file.services[name].healthcheck, name);
    const { hostname, username, pathname } = new URL(environment.DATABASE_URL ?? '');
    assert.ok(file.services[hostname]);
    assert.equal(username, database.environment.POSTGRES_USER);
    assert.equal(pathname, `/${database.environment.POSTGRES_DB}`);
    const [source = '', target] = gateway.volumes[0].split(':');
    assert.equal(join(DEPLOY, source, '/'), ROOT);
    assert.equal(target, gateway.working_dir);
    assert.ok(Object.hasOwn(file.volumes, database.volumes[0].split(':')[0]));
    assertCommand(gateway.command);
    assert.ok(Number.parseInt(gateway.stop_grace_period, 10) * 1000 > MAX_STOP_MS);
  });

  it('publishes a port for each of its processes', () => {
    const [, from, to, inside] = gateway.ports[0].match(/^127\.0\.0\.1:(\d+)-(\d+):(\d+)$/);
    assert.equal(inside, environment.GATEWAY_PORT);
    assert.equal(to - from + 1, gateway.deploy.replicas);
  });

  it('does not start without a required variable', () => {
    const needed = readFileSync(join(DEPLOY, 'docker-compose.yml'), 'utf8').match(/\$\{\w+:\?/g) ?? [];
    const names = [...new Set(needed.map((text) => text.slice(2, -2)))].sort();
    assert.deepEqual(names, ['DATABASE_PASSWORD', 'GATEWAY_PROVIDER', 'GATEWAY_PUBLIC_URL']);
    const config = { ...environment, GATEWAY_MASTER_KEY_FILE: keyFile };
    assert.equal(readConfig(config, { sandbox: false }).provider, 'stripe');
    for (const name of ['GATEWAY_PROVIDER', 'GATEWAY_PUBLIC_URL'])
      assert.throws(() => readConfig({ ...config, [name]: '' }, { sandbox: false }), new RegExp(name));
  });

  it('its command starts its replicas on one database, which pass its health check and stop with 0', async (t) => {
    const databaseUrl = await server.createDatabase();
    const started = await Promise.all(
      Array.from({ length: gateway.deploy.replicas }, async () => {
        const port = await freePort();
        const own = {
          DATABASE_URL: databaseUrl,
          GATEWAY_PORT: String(port),
          GATEWAY_MASTER_KEY_FILE: keyFile,
        };
        const child = start(gateway.command, { ...environment, ...own });
        t.after(() => child.kill('SIGKILL'));
        await waitUntilReady(port, child);
        return { port, child };
      }),
    );
    const check = async (port: number): Promise<number | null> => {
      const [, ...command] = gateway.healthcheck.test;
      const here = command.map((word: string) => word.replace(`:${environment.GATEWAY_PORT}/`, `:${port}/`));
      assert.ok(here.join().includes(`:${port}/`));
      return exitCode(here, {});
    };
    for (const { port } of started) assert.equal(await check(port), 0);
    assert.deepEqual(await Promise.all(started.map(({ child }) => end(child))), [0, 0]);
    for (const { port } of started) assert.notEqual(await check(port), 0);
  });
});

describe('Dockerfile', () => {
  const text = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');

  it('its health check calls the configured port', async () => {
    const [, json = ''] = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(text) ?? [];
    const command: string[] = JSON.parse(json);
    const server = createServer(({ url }, response) =>
      response.writeHead(url === '/readyz' ? 200 : 404).end(),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const check = () => exitCode(command, { GATEWAY_PORT: String(port) });
    assert.equal(await check(), 0);
    server.close();
    await once(server, 'close');
    assert.notEqual(await check(), 0);
  });
});

describe('flight-offset-gateway.service', { timeout: 600_000 }, () => {
  const unit = readFileSync(join(DEPLOY, 'flight-offset-gateway.service'), 'utf8');
  const all = (key: string): string[] =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  it('its command and variables start a gateway, which ends on SIGTERM', async (t) => {
    const [command = ''] = all('ExecStart');
    assertCommand(command.split(' '));
    const [state = ''] = all('StateDirectory');
    const [credential = ''] = all('LoadCredential');
    assert.equal(credential.split(':')[0], 'master.key');
    const places: [string, string][] = [
      ['%d', folder],
      [`/var/lib/${state}`, folder],
    ];
    const own = all('Environment').map((line) => {
      const placed = places.reduce((text, [from, to]) => text.replace(from, to), line);
      assert.notEqual(placed, line, `${line} leads nowhere the unit may write or read`);
      return placed.split(/=(.*)/s).slice(0, 2) as [string, string];
    });
    for (const [name] of own) assert.ok(VARIABLES.includes(name), name);
    const { DATABASE_PASSWORD: _, ...given } = GIVEN;
    const port = await freePort();
    const child = start(command.split(' '), {
      ...given,
      ...Object.fromEntries(own),
      GATEWAY_PORT: String(port),
    });
    t.after(() => child.kill('SIGKILL'));
    await waitUntilReady(port, child);
    assert.ok(existsSync(join(folder, 'gateway.sqlite')));
    assert.equal(await end(child), 0);
  });

  it('gives the gateway more time to stop than it needs', () => {
    assert.ok(Number(all('TimeoutStopSec')[0]) * 1000 > MAX_STOP_MS);
  });

  it('restarts the gateway without a limit', () => {
    assert.deepEqual([all('Restart'), all('StartLimitIntervalSec')], [['always'], ['0']]);
  });
});

describe("tracing.mjs, with a stand-in for OpenTelemetry's SDK", () => {
  it('starts the SDK before the gateway, and flushes it once the gateway has stopped', async () => {
    const sdk = join(folder, 'node_modules/@opentelemetry/sdk-node');
    await mkdir(sdk, { recursive: true });
    await copyFile(join(DEPLOY, 'tracing.mjs'), join(folder, 'tracing.mjs'));
    await writeFile(
      join(sdk, 'index.mjs'),
      `const say = (text) => console.error(text);
       export class NodeSDK { start() { say('started'); } async shutdown() { await null; say('sent'); } }`,
    );
    await writeFile(join(sdk, 'package.json'), '{"exports":"./index.mjs"}');
    const port = await freePort();
    const args = [...GATEWAY_COMMAND, 'serve', '--sandbox', '--port', String(port)];
    const env = { DATABASE_URL: 'sqlite::memory:', NODE_OPTIONS: `--import ${join(folder, 'tracing.mjs')}` };
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const ended = once(child, 'close');
    await until(
      async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok === true,
    );
    assert.equal(printed, 'started\n');
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    assert.equal(printed, 'started\nsent\n');
  });
});
