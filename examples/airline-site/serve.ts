/** Serves the airline's site: `node --conditions=source examples/airline-site/serve.ts`. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer, defaultClientConditions, type InlineConfig, type Plugin } from 'vite';

/** Options of the site. */
export interface AirlineOptions {
  /** Default 4030; 0 takes any free one. */
  readonly port?: number;
  /**
   * The merchant's backend: bookings, and the handler below `/offset`. Default: examples/merchant-backend on this
   * machine.
   */
  readonly merchantUrl?: string;
  /** Currency it sells in, that of the merchant's backend. Default EUR. */
  readonly currency?: string;
}

/**
 * Vite's server returns an empty page for unknown paths; hosts of static sites return `404.html`, as this plugin does.
 */
const notFound: Plugin = {
  name: 'not-found',
  configureServer:
    ({ config: { root }, middlewares, transformIndexHtml }) =>
    () => {
      middlewares.use(async ({ url = '/' }, response, next) => {
        const path = url.split('?')[0] ?? '';
        if (path.endsWith('.html') && existsSync(root + path)) return next();
        const page = await transformIndexHtml('/404.html', readFileSync(`${root}/404.html`, 'utf8'));
        response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      });
    },
};

/** Returns Vite's configuration of the site, for its server and for a build. */
export function airlineConfig(options: AirlineOptions): InlineConfig {
  const { merchantUrl = 'http://localhost:4020', currency = 'EUR' } = options;
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    envDir: false,
    appType: 'mpa',
    logLevel: 'error',
    clearScreen: false,
    // Packages of this workspace are taken from their sources, so nothing has to be built first.
    resolve: { conditions: ['source', ...defaultClientConditions] },
    define: {
      'import.meta.env.VITE_OFFSET_ENDPOINT': JSON.stringify(`${merchantUrl}/offset`),
      'import.meta.env.VITE_MERCHANT': JSON.stringify(merchantUrl),
      'import.meta.env.VITE_CURRENCY': JSON.stringify(currency),
    },
  };
}

/** Starts the site. It prints only errors. */
export async function startAirline(
  options: AirlineOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const { port = 4030 } = options;
  const server = await createServer({
    ...airlineConfig(options),
    // All modules are small ES modules already; bundling them would reload the first page.
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [notFound],
    server: { port, strictPort: port !== 0, host: '127.0.0.1' },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The airline site did not get a port.');
  return { url: `http://localhost:${address.port}`, close: () => server.close() };
}

if (import.meta.main) {
  const { AIRLINE_PORT, MERCHANT_PORT = '4020', MERCHANT_URL, MERCHANT_CURRENCY } = process.env;
  await startAirline({
    port: Number(AIRLINE_PORT ?? 4030),
    merchantUrl: MERCHANT_URL ?? `http://localhost:${MERCHANT_PORT}`,
    ...(MERCHANT_CURRENCY !== undefined && { currency: MERCHANT_CURRENCY }),
  });
}
