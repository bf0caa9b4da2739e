import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { toNodeHandler } from '@flight-offset/server/node';
import { handler } from './offset.js';

const port = Number(process.env.PORT ?? 3000);
const offset = toNodeHandler(handler);
const pages = new URL('public/', import.meta.url);
const elements = new URL('.', import.meta.resolve('@flight-offset/elements/cdn/flight-offset-widget.js'));
const FILES = {
  '/': new URL('index.html', pages),
  '/return': new URL('return.html', pages),
  '/return.js': new URL('return.js', pages),
};
// The elements load others from beside them.
const ELEMENT = /^\/elements\/((?:locales\/)?[\w-]+\.js)$/;
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

const server = createServer(async (request, response) => {
  const [path] = request.url.split('?');
  if (path.startsWith('/offset/')) return offset(request, response);
  const [, element] = ELEMENT.exec(path) ?? [];
  const file = element ? new URL(element, elements) : Object.hasOwn(FILES, path) && FILES[path];
  const body = file && (await readFile(file).catch(() => undefined));
  if (!body) return response.writeHead(404).end('Not found');
  response.setHeader('content-type', TYPES[extname(file.pathname)]);
  response.end(body);
});
server.listen(port, () => console.log(`http://localhost:${port}`));
