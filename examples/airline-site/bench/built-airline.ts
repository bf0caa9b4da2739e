import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { type AirlineOptions, airlineConfig } from '../serve.ts';

/** The site as an airline serves it: built, minified and compressed. */
export interface BuiltAirline {
  readonly url: string;
  /** Serves the site with the widget, or the same site without its code, from the next request on. */
  use(widget: 'with' | 'without'): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** Leaves the widget's code out: its element stays empty. */
const withoutWidget: Plugin = {
  name: 'without-widget',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@flight-offset/elements/define/') ? '\0no-widget' : undefined),
  load: (id) => (id === '\0no-widget' ? 'export {}' : undefined),
};

/**
 * Builds the site, and returns its files by path, compressed. Files that only other pages use are left out, except the
 * icon.
 */
async function filesOf(options: AirlineOptions, plugins: Plugin[]): Promise<ReadonlyMap<string, Buffer>> {
  const config = airlineConfig(options);
  const built = await build({
    ...config,
    plugins,
    build: { write: false, rolldownOptions: { input: [`${config.root}/index.html`] } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const files = new Map([
    ['/icon.svg', brotliCompressSync(await readFile(`${config.root}/public/icon.svg`))],
  ]);
  for (const file of outputs)
    files.set(`/${file.fileName}`, brotliCompressSync(file.type === 'chunk' ? file.code : file.source));
  return files;
}

/** Builds the site twice, with the widget and without, and serves one of the two. */
export async function startBuiltAirline(options: AirlineOptions = {}): Promise<BuiltAirline> {
  const sites = {
    with: await filesOf(options, []),
    without: await filesOf(options, [withoutWidget]),
  };
  let served = sites.with;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://airline');
    const path = pathname === '/' ? '/index.html' : pathname;
    const body = served.get(path);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    use(widget) {
      served = sites[widget];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
