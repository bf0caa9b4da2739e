/** A booking page in Vue, and its backend on the same origin: `pnpm start` in this folder. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createOffsetHandler } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';
import { createServer, defaultClientConditions } from 'vite';
import config from './vite.config.ts';

/** Starts page and backend; 0 takes any free port. */
export async function startVuePage(options: {
  readonly port: number;
  readonly gatewayUrl?: string;
}): Promise<{ url: string; close(): Promise<void> }> {
  const { port, gatewayUrl = 'http://localhost:4010' } = options;
  const server = createHttpServer();
  const vite = await createServer({
    ...config,
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    envDir: false,
    appType: 'spa',
    logLevel: 'error',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    // A dependency found only on the first visit would reload that page.
    optimizeDeps: { noDiscovery: true, include: ['vue'] },
    server: { middlewareMode: true, ws: { server } },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const offset = toNodeHandler(
    createOffsetHandler({
      service: {
        baseUrl: gatewayUrl,
        apiKey: process.env.OFFSET_API_KEY ?? 'sandbox-key',
        signingKey: process.env.OFFSET_API_SECRET ?? 'sandbox-secret',
        platformId: process.env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
        honoursIdempotencyKey: true,
      },
      webhookUrl: `${url}/offset/webhooks`,
      returnUrl: url,
    }),
  );
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/offset/')) return offset(request, response);
    return vite.middlewares(request, response);
  });
  return {
    url,
    async close() {
      await vite.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (import.meta.main) {
  const { PORT = '3000', GATEWAY_URL } = process.env;
  const { url } = await startVuePage({
    port: Number(PORT),
    ...(GATEWAY_URL ? { gatewayUrl: GATEWAY_URL } : {}),
  });
  console.log(url);
}
