/** Starts the whole system on this machine: gateway, merchant backend, docs with the sandbox, airline example. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type PortName, portProblem, readPorts, startProblem } from './start-problem.ts';
import { untilListening } from './until-listening.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** However this process ends, no server must keep its port. */
const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href;

const { ports, problem } = readPorts(process.env);
// Checked first: another process on a port may respond in place of ours, and a server that cannot listen names no
// variable.
const fault = problem ?? (await startProblem(root, ports));
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
const url = (of: PortName): string => `http://localhost:${ports[of]}`;

// With NODE_USE_ENV_PROXY, Node would also send the servers' requests to each other to the machine's proxy.
const direct = [process.env.no_proxy || process.env.NO_PROXY, 'localhost'].filter(Boolean).join();
Object.assign(process.env, { NO_PROXY: direct, no_proxy: direct });

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
  readonly port: PortName;
  /** Path that responds once the service is up. */
  readonly ready: string;
  readonly args: readonly string[];
  /** Variables of the other servers that it would read as its own. */
  readonly without?: readonly string[];
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
    without: ['GATEWAY_URL'],
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

/** Ends every child, then this process. A second signal, or ten seconds, kills them. */
function stop(code: number): void {
  const signal = stopping ? 'SIGKILL' : 'SIGTERM';
  if (!stopping) setTimeout(() => stop(code), 10_000).unref();
  stopping = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}

function launch({ name, port, args, without = [] }: Service): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=source', '--import', END_WITH_PARENT, ...args], {
    cwd: root,
    env: Object.fromEntries(Object.entries(env).filter(([variable]) => !without.includes(variable))),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  child.on('exit', (code) => {
    if (stopping) return;
    console.error(`${name} ended by itself (exit code ${code}); stopping the others.`);
    stop(1);
    // Another process, such as a second start, took the port after the check.
    void portProblem(port, ports[port]).then((problem) => problem && console.error(problem));
  });
  return child;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
const launched = services.map((service) => ({ ...service, child: launch(service) }));
// A server that ends before it listens stops the others with a message.
await Promise.all(
  launched.map(({ port, ready, child }) => untilListening(url(port) + ready, child).catch(() => undefined)),
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
