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
  '/elements/flight-offset-widget.js': new URL('flight-offset-widget.js', elements),
  '/elements/offset-status.js': new URL('offset-status.js', elements),
};
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

const server = createServer(async (request, response) => {
  const [path] = request.url.split('?');
  if (path.startsWith('/offset/')) return offset(request, response);
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (!file) return response.writeHead(404).end('Not found');
  response.setHeader('content-type', TYPES[extname(file.pathname)]);
  response.end(await readFile(file));
});
server.listen(port, () => console.log(`http://localhost:${port}`));
