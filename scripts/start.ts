/** Starts the whole system on this machine: gateway, merchant backend, docs with the sandbox, airline example. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listening } from './listening.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Whatever ends this process, no server stays behind on its port. */
const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href;

function port(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  console.error(`${name} must be a port from 1 to 65535`);
  process.exit(1);
}

const ports = {
  DOCS_PORT: port('DOCS_PORT', 4000),
  GATEWAY_PORT: port('GATEWAY_PORT', 4010),
  MERCHANT_PORT: port('MERCHANT_PORT', 4020),
  AIRLINE_PORT: port('AIRLINE_PORT', 4030),
};
// Checked before anything starts: what holds a port may respond in place of ours, and a server that cannot listen names no variable.
for (const [name, value] of Object.entries(ports)) {
  const server = createServer().listen(value, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    console.error(`Cannot listen on port ${value} (${code}). Set ${name} to another, or stop what uses it.`);
    process.exit(1);
  }
}
const url = (of: keyof typeof ports): string => `http://localhost:${ports[of]}`;

if (!process.env.DATABASE_URL) {
  try {
    mkdirSync(`${root}.data`, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    console.error(
      `Cannot make the folder ${root}.data (${code}). Set DATABASE_URL to a file that this account may write, such as sqlite:/tmp/flight-offset.sqlite.`,
    );
    process.exit(1);
  }
}
const env = {
  ...process.env,
  ...Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])),
  DATABASE_URL: process.env.DATABASE_URL ?? `sqlite:${root}.data/sandbox.sqlite`,
  GATEWAY_URL: url('GATEWAY_PORT'),
  MERCHANT_URL: url('MERCHANT_PORT'),
  DOCS_URL: url('DOCS_PORT'),
  GATEWAY_DOCS_URL: url('DOCS_PORT'),
  AIRLINE_URL: url('AIRLINE_PORT'),
};

interface Service {
  readonly name: string;
  readonly address: string;
  /** Path that responds once the service is up. */
  readonly ready: string;
  readonly args: readonly string[];
}

const services: readonly Service[] = [
  {
    name: 'Docs and sandbox',
    address: url('DOCS_PORT'),
    ready: '/',
    args: ['docs/serve.ts'],
  },
  {
    name: 'Gateway',
    address: url('GATEWAY_PORT'),
    ready: '/healthz',
    args: ['packages/gateway/src/cli.ts', 'serve', '--sandbox', '--port', String(ports.GATEWAY_PORT)],
  },
  {
    name: 'Merchant backend',
    address: url('MERCHANT_PORT'),
    ready: '/',
    args: ['examples/merchant-backend/src/server.ts'],
  },
  {
    name: 'Airline example',
    address: url('AIRLINE_PORT'),
    ready: '/',
    args: ['examples/airline-site/serve.ts'],
  },
];

const children: ChildProcess[] = [];
let stopping = false;

/** Ends every child, then this process. A second signal, or ten seconds, ends them the hard way. */
function stop(code: number): void {
  const signal = stopping ? 'SIGKILL' : 'SIGTERM';
  if (!stopping) setTimeout(() => stop(code), 10_000).unref();
  stopping = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}

function launch({ name, args }: Service): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=source', '--import', END_WITH_PARENT, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  child.on('exit', (code) => {
    if (stopping) return;
    console.error(`${name} ended by itself (exit code ${code}); stopping the others.`);
    stop(1);
  });
  return child;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
const launched = services.map((service) => ({ ...service, child: launch(service) }));
// One that ends before it listens stops the others and says so.
await Promise.all(
  launched.map(({ address, ready, child }) => listening(address + ready, child).catch(() => undefined)),
);

if (!stopping) {
  const pages = [...services, { name: 'Console', address: `${url('GATEWAY_PORT')}/console` }];
  const rows = pages.map(({ name, address }) => `  ${name.padEnd(18)}${address}`);
  console.log(`
Flight Offset is running.

${rows.join('\n')}

  Sandbox credentials
  x-api-key         sandbox-key
  secret            sandbox-secret
  x-platform-id     sandbox-platform

Ctrl+C stops everything.`);
}
