import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/gateway/src/cli.ts', import.meta.url));

/**
 * Starts a sandbox gateway in a process of its own, on a free port, with a store in memory. In this process it would
 * put its own Request and Response in place of Node's, which VitePress' highlighter does not stand.
 */
export async function startGatewayProcess(): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['--conditions=source', CLI, 'serve', '--sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: 'sqlite::memory:', GATEWAY_LOG_LEVEL: 'error' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: string): void => {
      said += chunk;
      const found = said.match(/http:\/\/localhost:\d+/)?.[0];
      if (found) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${said}`)));
  });
  return {
    url,
    async close() {
      child.kill();
      await ended;
    },
  };
}
