import type { Context } from 'hono';
import type { OffsetHandler } from '../handler.ts';
import { eatenBody } from './eaten-body.ts';

/**
 * Serves a handler from Hono, on any runtime. Middleware may read the body before it through `c.req`.
 * @example app.all('/offset/*', toHono(createOffsetHandler(options)));
 */
export function toHono(handler: OffsetHandler): (context: Context) => Promise<Response> {
  return async ({ req }) => {
    const { raw, bodyCache } = req;
    if (!raw.bodyUsed) return handler(raw);
    // Text and bytes which Hono keeps are those that came; parsed JSON written out again would not be.
    const kept = bodyCache.arrayBuffer ?? bodyCache.text ?? bodyCache.blob;
    if (!kept) return eatenBody('Read the body with c.req.text() or c.req.json(), not from c.req.raw.');
    const { url, method, headers, signal } = raw;
    return handler(new Request(url, { method, headers, signal, body: await req.arrayBuffer() }));
  };
}
