import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { toAstroHandler } from '../adapters/astro.ts';
import { toExpressHandler } from '../adapters/express.ts';
import { toFastifyHandler } from '../adapters/fastify.ts';
import { toHonoHandler } from '../adapters/hono.ts';
import { toKoaHandler } from '../adapters/koa.ts';
import { type LambdaEvent, toLambdaHandler } from '../adapters/lambda.ts';
import { toNextJsHandler } from '../adapters/nextjs.ts';
import { toNodeHandler } from '../adapters/node.ts';
import { toSvelteKitHandler } from '../adapters/sveltekit.ts';
import { toWorkersHandler } from '../adapters/workers.ts';
import { createOffsetHandler } from '../handler.ts';
import type { OffsetHandlerOptions } from '../handler-options.ts';
import { BARE_CREDENTIALS } from './bare-service.ts';
import { type CallbackOrder, type Host, MAX_BODY, SHOP, WEBHOOK_SECRET } from './contract.ts';
import { type RunningServer, serveNode, serveWeb } from './serve.ts';

/** The options of every host. */
function optionsOf(service: string, onCompleted: (order: CallbackOrder) => void): OffsetHandlerOptions {
  return {
    service: {
      baseUrl: service,
      apiKey: BARE_CREDENTIALS.apiKey,
      signingKey: BARE_CREDENTIALS.secret,
      platformId: BARE_CREDENTIALS.platformId,
    },
    webhookUrl: 'https://merchant.example/offset/webhooks',
    webhookSecrets: [WEBHOOK_SECRET],
    origins: [SHOP],
    maxBodyBytes: MAX_BODY,
    authorize: (request) => request.headers.get('authorization') === 'Bearer staff',
    onOrderCompleted: onCompleted,
  };
}

/** A host, as a function of the options. */
function host(name: string, serve: (options: OffsetHandlerOptions) => Promise<RunningServer>): Host {
  return { name, start: (service, onCompleted) => serve(optionsOf(service, onCompleted)) };
}

/** Serves the exports of a route file as its framework calls them: by method, HEAD as GET, with a web request. */
function serveRoutes(
  routes: Readonly<Record<'GET' | 'POST' | 'OPTIONS', (request: Request) => Promise<Response>>>,
): Promise<RunningServer> {
  return serveWeb(async (request) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routes[method as keyof typeof routes];
    return route ? route(request) : new Response(null, { status: 405 });
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Serves a Lambda as a gateway in front of it does: each request an event, each result a response. */
function serveLambda(
  lambda: ReturnType<typeof toLambdaHandler>,
  toEvent: (incoming: IncomingMessage, body: Buffer) => LambdaEvent,
): Promise<RunningServer> {
  return serveNode(async (incoming, outgoing) => {
    const event = await bodyOf(incoming).then(
      (body) => toEvent(incoming, body),
      () => undefined,
    );
    // The gateway itself refuses requests that it cannot turn into an event.
    if (!event) return void outgoing.writeHead(400).end();
    const result = await lambda(event);
    outgoing.writeHead(result.statusCode, result.headers ?? result.multiValueHeaders);
    outgoing.end(result.body);
  });
}

/** Headers as an event has them: one value each. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/**
 * Every adapter. Node, Express, Fastify, Koa and Hono are the real servers on loopback; Next.js, SvelteKit, Astro
 * and Workers are called by their signatures with real requests from loopback, Lambda with events made of them.
 */
export const HOSTS: readonly Host[] = [
  host('node:http', (options) => serveNode(toNodeHandler(createOffsetHandler(options)))),
  host('Express 5', (options) =>
    serveNode(express().use('/offset', toExpressHandler(createOffsetHandler(options)))),
  ),
  host('Express 5 behind express.json() which keeps the bytes', (options) => {
    const keep = (request: IncomingMessage, _response: unknown, bytes: Buffer): void => {
      Object.assign(request, { rawBody: bytes });
    };
    const app = express().use(express.json({ verify: keep, type: () => true, strict: false }));
    return serveNode(app.use('/offset', toExpressHandler(createOffsetHandler(options))));
  }),
  host('Express 5 behind express.raw()', (options) => {
    const app = express().use(express.raw({ type: () => true }));
    return serveNode(app.use('/offset', toExpressHandler(createOffsetHandler(options))));
  }),
  host('Fastify 5', async (options) => {
    const app = fastify();
    await app.register(toFastifyHandler(createOffsetHandler(options)), { prefix: '/offset' });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    return { origin, server: app.server, [Symbol.asyncDispose]: () => app.close() };
  }),
  host('Koa 3', (options) => {
    const app = new Koa().use(toKoaHandler(createOffsetHandler(options)));
    return serveNode(app.callback());
  }),
  host('Hono', (options) => {
    const app = new Hono().all('/offset/*', toHonoHandler(createOffsetHandler(options)));
    return serveNode(getRequestListener(app.fetch));
  }),
  host('Hono behind middleware that reads the body', (options) => {
    const app = new Hono()
      .use(async (context, next) => {
        // An invalid request throws at once; the adapter handles it.
        await (async () => context.req.text())().catch(() => undefined);
        await next();
      })
      .all('/offset/*', toHonoHandler(createOffsetHandler(options)));
    return serveNode(getRequestListener(app.fetch));
  }),
  host('Next.js App Router, by its signature', (options) =>
    serveRoutes({ ...toNextJsHandler(createOffsetHandler(options)) }),
  ),
  host('SvelteKit, by its signature', (options) => {
    const { GET, POST, OPTIONS } = toSvelteKitHandler(createOffsetHandler(options));
    return serveRoutes({
      GET: (request) => GET({ request }),
      POST: (request) => POST({ request }),
      OPTIONS: (request) => OPTIONS({ request }),
    });
  }),
  host('Astro, by its signature', (options) => {
    const { ALL } = toAstroHandler(createOffsetHandler(options));
    return serveWeb((request) => ALL({ request }));
  }),
  host('Cloudflare Workers, by its signature', (options) => {
    const worker = toWorkersHandler(() => options);
    const env = {};
    return serveWeb((request) => worker.fetch(request, env, { waitUntil: () => undefined }));
  }),
  host('AWS Lambda, payload 2.0', (options) =>
    serveLambda(toLambdaHandler(createOffsetHandler(options)), (incoming, body) => {
      const [rawPath = '/', rawQueryString = ''] = (incoming.url ?? '/').split('?');
      return {
        rawPath,
        rawQueryString,
        headers: headersOf(incoming),
        requestContext: { http: { method: incoming.method ?? 'GET' } },
        body: body.toString('base64'),
        isBase64Encoded: true,
      };
    }),
  ),
  host('AWS Lambda, payload 1.0', (options) =>
    serveLambda(toLambdaHandler(createOffsetHandler(options)), (incoming, body) => {
      const url = new URL(`http://localhost${incoming.url}`);
      return {
        path: url.pathname,
        httpMethod: incoming.method ?? 'GET',
        headers: headersOf(incoming),
        queryStringParameters: Object.fromEntries(url.searchParams),
        body: body.length > 0 ? body.toString('utf8') : null,
        isBase64Encoded: false,
      };
    }),
  ),
  host('AWS Lambda behind a load balancer', (options) =>
    serveLambda(toLambdaHandler(createOffsetHandler(options)), (incoming, body) => {
      const [path = '/', query = ''] = (incoming.url ?? '/').split('?');
      // A load balancer splits parameters without decoding them.
      const parameters = query.split('&').map((pair) => pair.split('=') as [string, string]);
      return {
        path,
        httpMethod: incoming.method ?? 'GET',
        multiValueHeaders: Object.fromEntries(
          Object.entries(headersOf(incoming)).map(([name, value]) => [name, [value]]),
        ),
        multiValueQueryStringParameters:
          query === '' ? {} : Object.fromEntries(parameters.map(([name, value]) => [name, [value]])),
        requestContext: { elb: {} },
        body: body.toString('base64'),
        isBase64Encoded: true,
      };
    }),
  ),
];
