import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../packages/gateway/src/testing/free-port.ts';
import { untilListening } from '../until-listening.ts';
import type { OutsideProject } from './outside-project.ts';
import type { Shop } from './shop.ts';

/** Command that serves a site at `url`, whose port is `port`. */
export interface Command {
  readonly run: readonly [command: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** A site whose server is a separate process. */
export interface StartedShop extends Shop {
  /** Returns the output of the process so far. */
  output(): string;
}

/**
 * Starts a project's own server; resolves once it responds. `close` ends it with all its children.
 * @param fixedPort Default: any free one.
 */
export async function start(
  { folder, env }: Pick<OutsideProject, 'folder' | 'env'>,
  command: (url: string, port: string) => Command,
  fixedPort?: string,
): Promise<StartedShop> {
  const port = fixedPort ?? String(await freePort());
  const url = `http://localhost:${port}`;
  const { run, env: own } = command(url, port);
  // A separate process group, so that the tool and the server below it end together.
  const child = spawn(run[0], run.slice(1), { cwd: folder, env: { ...env, ...own }, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exit = once(child, 'exit');
  const shop: StartedShop = {
    url,
    output: () => output,
    async close() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning && child.pid) process.kill(-child.pid, 'SIGKILL');
      await exit;
    },
  };
  try {
    await untilListening(url, child);
  } catch (cause) {
    await shop.close();
    throw new Error(`nothing responds at ${url}:\n${output}`, { cause });
  }
  return shop;
}
