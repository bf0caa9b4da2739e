import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { SANDBOX_API } from '../sandbox-backend/backend.ts';
import { startSandboxBackend } from '../sandbox-backend/start.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves only the files of the site. If there is a gateway, it also serves the sandbox's backend, at the path that
 * `start` uses.
 */
export async function serveSite(
  folder: string,
  gatewayUrl?: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const backend = gatewayUrl === undefined ? undefined : await startSandboxBackend({ gatewayUrl });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (backend && pathname.startsWith(SANDBOX_API)) return forwardTo(backend.url, request, response);
    const path = join(folder, normalize(decodeURIComponent(pathname)));
    const file = [path, `${path}.html`, join(path, 'index.html')].find(
      (one) => extname(one) && existsSync(one),
    );
    if (!file || !path.startsWith(folder)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend?.close();
    },
  };
}

/** Passes a request to another server unchanged, and its response back. */
function forwardTo(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = openRequest(to + request.url, { method, headers }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  onward.on('error', () => response.destroy());
  // A watcher of the exchanges disconnects without notice.
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
