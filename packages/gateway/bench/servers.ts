import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in its own process. */
export interface Server {
  readonly url: string;
  /** From the start of the process to the moment it listens, ms. */
  readonly startedIn: number;
  /** Processor time used so far, ms, in steps of 10 ms; NaN if the system does not report it. */
  processorTime(): Promise<number>;
  /** Present resident memory, bytes; NaN if the system does not report it. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** The published gateway: compiled, with the dependencies of its package. */
const PACKED = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

const ENTRIES = {
  gateway: fileURLToPath(new URL('../torture/gateway-process.ts', import.meta.url)),
  bare: fileURLToPath(new URL('./bare-hono.ts', import.meta.url)),
};

/** Starts the gateway, or the bare floor. */
export async function startServer(
  entry: keyof typeof ENTRIES,
  environment: NodeJS.ProcessEnv,
): Promise<Server> {
  const started = performance.now();
  const quiet = { GATEWAY_LOG_LEVEL: 'warn', GATEWAY_RATE_LIMIT: '1000000000', GATEWAY_PORT: '0' };
  const child: ChildProcess = spawn(process.execPath, ['--conditions=source', ENTRIES[entry]], {
    env: { ...process.env, NODE_ENV: 'production', ...quiet, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${entry} ended with ${code}`))),
  ])) as [{ url: string }];
  return serverOf(child, url, performance.now() - started);
}

/** Starts the published gateway with its own command. @throws if it has not been built. */
export async function startPacked(environment: NodeJS.ProcessEnv): Promise<Server> {
  if (!existsSync(PACKED)) throw new Error('The gateway is not built: run pnpm build first.');
  const started = performance.now();
  const child = spawn(process.execPath, [PACKED, 'serve', '--sandbox', '--port', '0'], {
    env: { ...process.env, NODE_ENV: 'production', GATEWAY_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of child.stdout.setEncoding('utf8')) {
    const url = /^Sandbox at (\S+):/.exec(String(text))?.[1];
    if (url === undefined) continue;
    return serverOf(child, url, performance.now() - started);
  }
  throw new Error('The gateway ended before it listened.');
}

function serverOf(child: ChildProcess, url: string, startedIn: number): Server {
  return {
    url: url.replace('localhost', '127.0.0.1'),
    startedIn,
    async processorTime() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
      // After the name, which may hold spaces, utime and stime are the 12th and 13th fields, in ticks of 10 ms.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Makes a folder for the files of a benchmark, and removes it after `work`. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
