/** A site on this machine that serves the built files, a page, and a fake of the merchant's backend. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { bundle, type CdnFile, cdnFiles } from '../scripts/bundler.ts';
import { type FakeBackend, fakeBackend } from '../src/testing/index.ts';

/** Content that the site serves besides the elements: body by path. */
export interface SiteOptions {
  readonly files: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the response, by path. */
  readonly delays?: Readonly<Record<string, number>>;
}

/** A running site. */
export interface Site {
  readonly origin: string;
  readonly backend: FakeBackend;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

let built: Promise<readonly CdnFile[]> | undefined;
const locales = new Map<string, Promise<string>>();

/** Returns the code of a file below `/cdn/`, built once. */
async function code(path: string): Promise<string | undefined> {
  const [, set, language] = /^\/cdn\/locales\/([\w-]+)-(\w+)\.js$/.exec(path) ?? [];
  if (set === undefined) {
    built ??= cdnFiles();
    return (await built).find(({ name }) => path === `/cdn/${name}`)?.code;
  }
  if (!locales.has(path))
    locales.set(path, bundle(`export { default } from './src/messages/${set}/${language}.ts';`));
  return locales.get(path);
}

/** Starts a site on a free port. */
export async function site({ files, headers = {}, delays = {} }: SiteOptions): Promise<Site> {
  const backend = fakeBackend();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url!, 'http://site');
    await new Promise((resolve) => setTimeout(resolve, delays[pathname] ?? 0));
    if (pathname.startsWith('/offset/')) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const result = await backend.respond(
        new Request(`http://site${request.url}`, {
          method: request.method!,
          ...(body.length > 0 ? { body } : {}),
        }),
      );
      response.writeHead(result.status, { 'content-type': 'application/json' }).end(await result.text());
      return;
    }
    const body = files[pathname] ?? (pathname.startsWith('/cdn/') ? await code(pathname) : undefined);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[pathname.split('.').at(-1)!] ?? 'text/html';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
  };
  // A page that is left in the middle of a request must not crash the server.
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backend,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs `use` on a new page, with nothing cached. @throws If the page throws an error. */
export async function visitIn<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 440, height: 900 } });
  try {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const result = await use(page);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return result;
  } finally {
    await page.close();
  }
}

/** Runs `use` on a page of a fresh browser. @throws If the page throws an error. */
export async function visit<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await visitIn(browser, use);
  } finally {
    await browser.close();
  }
}

/** Holds back the page's requests to `address`. @returns A function that releases them. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
