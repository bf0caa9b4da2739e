import { spawn } from 'node:child_process';
import { GATEWAY_COMMAND } from '../../packages/gateway/src/testing/command-process.ts';
import { printedUrl } from './printed-url.ts';

/**
 * Starts a sandbox gateway in a separate process, on a free port, with a store in memory. In this process it would
 * replace Node's Request and Response, which breaks VitePress' highlighter.
 */
export async function startGatewayProcess(
  environment: NodeJS.ProcessEnv = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [...GATEWAY_COMMAND, 'serve', '--sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: 'sqlite::memory:', GATEWAY_LOG_LEVEL: 'error', ...environment },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await printedUrl(child);
  return {
    url,
    async close() {
      child.kill();
      await ended;
    },
  };
}
