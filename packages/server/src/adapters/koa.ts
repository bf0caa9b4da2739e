import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OffsetHandler } from '../handler.ts';
import { type FrameworkRequest, runOnNode } from './node-request.ts';

/** The used parts of Koa's context. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly originalUrl: string;
  /** `rawBody` is kept by koa-bodyparser and koa-body. */
  readonly request: { readonly rawBody?: unknown };
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

/** Middleware of Koa 2 and 3. */
export type KoaMiddleware = (context: KoaContext) => Promise<void>;

/**
 * Serves a handler from Koa. Mount it before body parsers; those that keep `ctx.request.rawBody` may come first.
 * @example app.use(mount('/offset', toKoaHandler(createOffsetHandler(options))));
 */
export function toKoaHandler(handler: OffsetHandler): KoaMiddleware {
  return async (context) => {
    const { req, res, originalUrl, request } = context;
    const incoming: FrameworkRequest = Object.assign(req, {
      originalUrl,
      ...(request.rawBody !== undefined && { rawBody: request.rawBody }),
    });
    const fix = 'Mount the handler before the body parser, or use one that keeps ctx.request.rawBody.';
    const response = await runOnNode(handler, incoming, res, fix);
    // Before the status: a null body makes it 204.
    context.body = response.body ? Buffer.from(await response.arrayBuffer()) : null;
    context.status = response.status;
    for (const [name, value] of response.headers) context.set(name, value);
  };
}
