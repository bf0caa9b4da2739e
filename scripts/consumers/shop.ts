import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createOffsetHandler } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** A site that can be visited. */
export interface Shop {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a bundler's output, with the merchant's backend on the same origin. */
export async function startShop(folder: string, gatewayUrl: string): Promise<Shop> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const offset = toNodeHandler(
    createOffsetHandler({
      service: {
        baseUrl: gatewayUrl,
        apiKey: 'sandbox-key',
        signingKey: 'sandbox-secret',
        platformId: 'sandbox-platform',
        honoursIdempotencyKey: true,
      },
      webhookUrl: `${url}/offset/webhooks`,
      returnUrl: url,
    }),
  );
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', url);
    if (pathname.startsWith('/offset/')) return offset(request, response);
    const path = join(folder, normalize(pathname), pathname.endsWith('/') ? 'index.html' : '');
    if (!existsSync(path)) return response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    createReadStream(path).pipe(response);
  });
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
