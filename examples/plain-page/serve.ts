/** A booking page without a build step, and its backend, on one origin: `pnpm start` in this folder. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createOffset, createOffsetHandler, type OffsetHandlerOptions } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';
import { book } from './book.ts';

const CDN = '@flight-offset/elements/cdn';
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The elements, the files that they load from beside them, and their languages, as `pnpm build` makes them. */
const MODULE = /^\/((?:locales\/)?[\w-]+\.js)$/;
/** Returns the path of a file of the elements. */
const cdn = (name: string): string => fileURLToPath(import.meta.resolve(`${CDN}/${name}`));

/** The page's own files, by path. */
const FILES: Readonly<Record<string, readonly [path: string, type: string]>> = {
  '/': [file('index.html'), 'text/html; charset=utf-8'],
  '/form.html': [file('form.html'), 'text/html; charset=utf-8'],
  '/return.html': [file('return.html'), 'text/html; charset=utf-8'],
  '/return.js': [file('return.js'), 'text/javascript; charset=utf-8'],
  '/page.css': [file('page.css'), 'text/css; charset=utf-8'],
  '/reserve.css': [cdn('reserve.css'), 'text/css; charset=utf-8'],
};

/** Returns the file of a path, and its type. */
function find(pathname: string): readonly [path: string, type: string] | undefined {
  if (Object.hasOwn(FILES, pathname)) return FILES[pathname];
  const [, name] = MODULE.exec(pathname) ?? [];
  return name === undefined ? undefined : [cdn(name), 'text/javascript; charset=utf-8'];
}

// #region csp
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
// #endregion csp

/** Starts page and backend on one port; 0 takes any free one. */
export async function startPlainPage(options: {
  readonly port: number;
  readonly gatewayUrl?: string;
}): Promise<{ url: string; close(): Promise<void> }> {
  const { port, gatewayUrl = 'http://localhost:4010' } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const settings: OffsetHandlerOptions = {
    service: {
      baseUrl: gatewayUrl,
      apiKey: process.env.OFFSET_API_KEY ?? 'sandbox-key',
      signingKey: process.env.OFFSET_API_SECRET ?? 'sandbox-secret',
      platformId: process.env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
      honoursIdempotencyKey: true,
    },
    webhookUrl: `${url}/offset/webhooks`,
    returnUrl: `${url}/return.html`,
  };
  const offset = createOffset(settings);
  const handler = toNodeHandler(createOffsetHandler(settings, offset));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname = '/'] = (request.url ?? '/').split('?');
    if (pathname.startsWith('/offset/')) return handler(request, response);
    if (pathname === '/book' && request.method === 'POST') return book(offset, request, response);
    const found = find(pathname);
    const body = found && (await readFile(found[0]).catch(() => undefined));
    if (!body) return void response.writeHead(404).end('There is nothing at this address.');
    response.writeHead(200, { 'content-type': found[1], 'content-security-policy': POLICY }).end(body);
  }
  // A request must never affect another one: an unhandled rejection would end the process.
  server.on('request', (request, response) => respond(request, response).catch(() => response.destroy()));
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

if (import.meta.main) {
  const { PORT = '3000', GATEWAY_URL } = process.env;
  const { url } = await startPlainPage({
    port: Number(PORT),
    ...(GATEWAY_URL ? { gatewayUrl: GATEWAY_URL } : {}),
  });
  console.log(url);
}
