/**
 * The site as an airline serves it, built once for all tests of a process: a server of its sources would transform each
 * module again for every checkout, and a browser load a hundred of them for every page. `start.test.ts` of the
 * documentation tests the sources.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';
import { type AirlineOptions, airlineConfig, type startAirline } from '../serve.ts';

/** Placeholders in the built files for the options of each server. */
const BUILT_FOR = { merchantUrl: 'http://merchant.invalid', currency: 'XXX' };

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

let built: Promise<ReadonlyMap<string, string>> | undefined;

async function buildFiles(): Promise<ReadonlyMap<string, string>> {
  const config = airlineConfig(BUILT_FOR);
  const result = await build({
    ...config,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ['index', 'booked', '404'].map((page) => `${config.root}/${page}.html`) },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const files = outputs.map((file): [path: string, text: string] => [
    `/${file.fileName}`,
    file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
  ]);
  const folder = `${config.root}/public`;
  for (const name of readdirSync(folder)) files.push([`/${name}`, readFileSync(`${folder}/${name}`, 'utf8')]);
  return new Map(files);
}

/** Serves the built site with the interface of {@link startAirline}. */
export async function startBuiltSite(options: AirlineOptions): ReturnType<typeof startAirline> {
  const { port = 0, merchantUrl = BUILT_FOR.merchantUrl, currency = 'EUR' } = options;
  built ??= buildFiles();
  const files = await built;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://airline');
    const path = pathname === '/' ? '/index.html' : pathname;
    const found = files.get(path);
    const text = found ?? files.get('/404.html') ?? '';
    const type =
      TYPES[(found === undefined ? '/404.html' : path).split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return response
      .writeHead(found === undefined ? 404 : 200, { 'content-type': type })
      .end(
        text
          .replaceAll(BUILT_FOR.merchantUrl, merchantUrl)
          .replaceAll(`"${BUILT_FOR.currency}"`, JSON.stringify(currency)),
      );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
