import { Buffer } from 'node:buffer';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { OffsetHandler } from '../handler.ts';
import { runOnNode } from './node-request.ts';

/**
 * Serves a handler from Fastify 5, as a plugin. Inside the plugin bodies stay bytes; the rest of the application keeps
 * its parsers.
 * @example app.register(toFastifyHandler(createOffsetHandler(options)), { prefix: '/offset' });
 */
export function toFastifyHandler(handler: OffsetHandler): FastifyPluginAsync {
  return async (fastify) => {
    fastify.removeAllContentTypeParsers();
    // The handler reads the stream itself, with its own limits.
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
    fastify.all('/*', (request, reply) => respondTo(handler, request, reply));
  };
}

async function respondTo(
  handler: OffsetHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const response = await runOnNode(
    handler,
    request.raw,
    reply.raw,
    'Register the plugin where no preParsing hook or parser reads the body.',
  );
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : undefined);
}
