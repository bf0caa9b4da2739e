import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { toFastifyHandler } from '@flight-offset/server/fastify';
import Fastify from 'fastify';
import { handler } from './offset.js';

const port = Number(process.env.PORT ?? 3000);
const widget = import.meta.resolve('@flight-offset/elements/cdn/flight-offset-widget.js');
const app = Fastify();

app.register(toFastifyHandler(handler), { prefix: '/offset' });
app.register(fastifyStatic, {
  root: fileURLToPath(new URL('public', import.meta.url)),
  extensions: ['html'],
});
app.register(fastifyStatic, {
  root: dirname(fileURLToPath(widget)),
  prefix: '/elements/',
  decorateReply: false,
});

await app.listen({ port });
console.log(`http://localhost:${port}`);
