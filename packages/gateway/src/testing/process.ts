import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { GATEWAY_COMMAND } from './command-process.ts';

/** A gateway in its own process. */
export interface GatewayProcess {
  readonly url: string;
  readonly pid: number;
  /** Kills it, whatever it does. */
  kill(): Promise<void>;
  /** Suspends it, with every lock it holds, until {@link GatewayProcess.resume}. */
  pause(): void;
  resume(): void;
  /** Requests it to stop, and waits. @returns its exit code. */
  stop(): Promise<number | null>;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

/**
 * Starts `serve --sandbox` on a database.
 * @param more further environment variables.
 * @param port to listen on; default: any free one.
 */
export async function startProcess(
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
  port = 0,
): Promise<GatewayProcess> {
  const args = [...GATEWAY_COMMAND, 'serve', '--sandbox', '--port', String(port)];
  const env = { ...process.env, ...more, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = text.match(/Sandbox at (http:\/\/localhost:\d+)/)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code} before it listened`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    async kill() {
      await end(child, 'SIGKILL');
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: () => end(child, 'SIGTERM'),
  };
}
