import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { entries } from './entries.ts';

/** Gateways in their own processes, on one database. */
export interface Gateways {
  readonly size: number;
  /** Port of a gateway, 0 while it is down. */
  port(index: number): number;
  /** Kills a gateway and starts another in its place. */
  replace(index: number): Promise<void>;
  /** Stops a gateway as an operator would and starts another in its place. */
  restart(index: number): Promise<void>;
  /** Offsets the clock of all gateways from the machine's. */
  setSkew(ms: number): void;
  /** Sets the clock of one machine wrong by this much; the next gateway started there has a right one. */
  setWrong(index: number, ms: number): void;
  /** Their standard output and standard error. */
  readonly output: readonly string[];
  /** Exits of gateways that were up and were not stopped. */
  readonly crashes: readonly string[];
  stop(): Promise<void>;
}

/** Starts gateways. @param onPort called whenever a gateway begins to listen. */
export async function startGateways(
  size: number,
  environment: NodeJS.ProcessEnv,
  onPort: (index: number, port: number) => void,
): Promise<Gateways> {
  const { gateway } = await entries();
  const children: (ChildProcess | undefined)[] = [];
  const ports: number[] = [];
  const output: string[] = [];
  const crashes: string[] = [];
  const ending = new WeakSet<ChildProcess>();
  let skewMs = 0;

  function launch(index: number): Promise<number> {
    const child = spawn(process.execPath, [gateway], {
      env: { ...process.env, ...environment, TORTURE_SKEW_MS: String(skewMs) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children[index] = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    return new Promise((resolve) => {
      child.once('message', (message: { url: string }) => {
        resolve(Number(new URL(message.url).port));
        child.once('exit', (code, signal) => {
          if (!ending.has(child)) crashes.push(`a gateway ended by itself: ${signal ?? code}`);
        });
      });
      child.once('exit', () => resolve(0));
    });
  }

  /** Retries until it is up: its database may be unavailable for a moment. */
  async function start(index: number): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const port = await launch(index);
      if (port !== 0) {
        ports[index] = port;
        onPort(index, port);
        return;
      }
      if (tries > 60) throw new Error(`a gateway does not start:\n${output.slice(-5).join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  async function end(index: number, signal: NodeJS.Signals): Promise<void> {
    const child = children[index];
    ports[index] = 0;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    ending.add(child);
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
  }

  // One after another: the first makes the tables.
  for (let index = 0; index < size; index += 1) await start(index);
  return {
    size,
    output,
    crashes,
    port: (index) => ports[index] ?? 0,
    async replace(index) {
      await end(index, 'SIGKILL');
      await start(index);
    },
    async restart(index) {
      await end(index, 'SIGTERM');
      await start(index);
    },
    setSkew(ms) {
      skewMs = ms;
      for (const child of children) if (child?.connected) child.send({ skewMs: ms }, () => {});
    },
    setWrong(index, ms) {
      const child = children[index];
      if (child?.connected) child.send({ wrongMs: ms }, () => {});
    },
    async stop() {
      await Promise.all(children.map((_, index) => end(index, 'SIGTERM')));
    },
  };
}
