/** Starts the whole system on this machine: gateway, merchant backend, docs with the sandbox, airline example. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listening } from './listening.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Whatever ends this process, no server stays behind on its port. */
const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function port(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  return fail(`${name} must be a port from 1 to 65535`);
}

const ports = {
  DOCS_PORT: port('DOCS_PORT', 4000),
  GATEWAY_PORT: port('GATEWAY_PORT', 4010),
  MERCHANT_PORT: port('MERCHANT_PORT', 4020),
  AIRLINE_PORT: port('AIRLINE_PORT', 4030),
};
if (new Set(Object.values(ports)).size < 4) fail(`${Object.keys(ports).join(', ')} must be different ports.`);

/** `localhost` is either; browsers ask the second first. */
const HOSTS = ['127.0.0.1', '::1'];

/** Why a port cannot be listened on, and which variable chooses another; undefined where it can be. */
async function portProblem(name: string): Promise<string | undefined> {
  const value = ports[name as keyof typeof ports];
  for (const host of HOSTS) {
    const server = createServer().listen(value, host);
    try {
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      // Of a machine without IPv6.
      if (/^EA(FNOSUPPORT|DDRNOTAVAIL)$/.test(code)) continue;
      return `Cannot listen on port ${value} (${code}). Set ${name} to another, or stop what uses it.`;
    }
  }
  return undefined;
}

// Vite serves no file below a folder with one of these in its name, and what is started does not notice.
const unservable = /["#%*:?]/.exec(root.replace(/^[A-Z]:/i, ''))?.[0];
if (unservable)
  fail(
    `The path of this folder, ${root}, contains "${unservable}", below which no page can be served. Move the folder to a path without it.`,
  );
// Checked before anything starts: what holds a port may respond in place of ours, and a server that cannot listen names no variable.
for (const name of Object.keys(ports)) {
  const problem = await portProblem(name);
  if (problem) fail(problem);
}
const url = (of: keyof typeof ports): string => `http://localhost:${ports[of]}`;

const kept = `${root}docs/node_modules`;
try {
  // Vite keeps what it prepares there.
  accessSync(kept, constants.W_OK);
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  fail(
    `This account cannot write to ${kept} (${code}), where the documentation's server keeps files. Clone the repository to a folder of this account.`,
  );
}
if (!process.env.DATABASE_URL) {
  try {
    mkdirSync(`${root}.data`, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    fail(
      `Cannot make the folder ${root}.data (${code}). Set DATABASE_URL to a file that this account may write, such as sqlite:/tmp/flight-offset.sqlite.`,
    );
  }
}
const env = {
  ...process.env,
  ...Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])),
  DATABASE_URL: process.env.DATABASE_URL || `sqlite:${root}.data/sandbox.sqlite`,
  GATEWAY_URL: url('GATEWAY_PORT'),
  MERCHANT_URL: url('MERCHANT_PORT'),
  DOCS_URL: url('DOCS_PORT'),
  GATEWAY_DOCS_URL: url('DOCS_PORT'),
  AIRLINE_URL: url('AIRLINE_PORT'),
};

interface Service {
  readonly name: string;
  /** The variable that chooses its port. */
  readonly port: keyof typeof ports;
  /** Path that responds once the service is up. */
  readonly ready: string;
  readonly args: readonly string[];
}

const services: readonly Service[] = [
  {
    name: 'Docs and sandbox',
    port: 'DOCS_PORT',
    ready: '/',
    args: ['docs/serve.ts'],
  },
  {
    name: 'Gateway',
    port: 'GATEWAY_PORT',
    ready: '/healthz',
    args: ['packages/gateway/src/cli.ts', 'serve', '--sandbox', '--port', String(ports.GATEWAY_PORT)],
  },
  {
    name: 'Merchant backend',
    port: 'MERCHANT_PORT',
    ready: '/',
    args: ['examples/merchant-backend/src/server.ts'],
  },
  {
    name: 'Airline example',
    port: 'AIRLINE_PORT',
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

function launch({ name, port, args }: Service): ChildProcess {
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
    // Taken since it was looked at, as by a second start.
    void portProblem(port).then((problem) => problem && console.error(problem));
  });
  return child;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
const launched = services.map((service) => ({ ...service, child: launch(service) }));
// One that ends before it listens stops the others and says so.
await Promise.all(
  launched.map(({ port, ready, child }) => listening(url(port) + ready, child).catch(() => undefined)),
);

if (!stopping) {
  const pages = services.map(({ name, port }) => [name, url(port)] as const);
  pages.push(['Console', `${url('GATEWAY_PORT')}/console`]);
  const rows = pages.map(([name, address]) => `  ${name.padEnd(18)}${address}`);
  console.log(`
Flight Offset is running.

${rows.join('\n')}

  Sandbox credentials
  x-api-key         sandbox-key
  secret            sandbox-secret
  x-platform-id     sandbox-platform

Ctrl+C stops everything.`);
}
