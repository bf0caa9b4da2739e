import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Refuses what a build of the packages made: the site is built from their sources, in a fresh clone too. */
const WITHOUT_BUILD = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (/\\/packages\\/\\w+\\/dist\\//.test(url)) throw new Error('the site needs a build: ' + url);
    return next(url, context);
  },
});`;

/**
 * The site as plain files, built as CONTRIBUTING says, and a server that knows nothing but files; `close` removes both.
 */
export async function buildAndServe(): Promise<{ url: string; folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-docs-'));
  await promisify(execFile)('pnpm', ['run', 'site', '--outDir', folder, '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_BUILD)}`,
    },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
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
    folder,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
