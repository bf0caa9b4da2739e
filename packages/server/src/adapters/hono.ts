import type { Context } from 'hono';
import { CheckoutError } from '../checkout-error.ts';
import type { OffsetHandler } from '../handler.ts';
import { consumedBody } from '../http/read-body.ts';
import { respond } from '../http/respond.ts';
import { refuseForbiddenMethod } from '../http/web-request.ts';

/**
 * Serves a handler from Hono, on any runtime. Earlier middleware may read the body through `c.req`. If the runtime has
 * `waitUntil`, as Workers do, a response is finished even if the traveller left.
 * @example app.all('/offset/*', toHonoHandler(createOffsetHandler(options)));
 */
export function toHonoHandler(handler: OffsetHandler): (context: Context) => Promise<Response> {
  return (context) => {
    const { req } = context;
    const response = respond(async () => {
      refuseForbiddenMethod(req.method);
      const request = await requestOf(req);
      if (!request)
        throw consumedBody('Read the body with c.req.text() or c.req.json(), not from c.req.raw.');
      return handler(request);
    });
    // On Workers, a traveller who leaves would end the work, and with it calls whose results other requests wait for.
    executionOf(context)?.waitUntil(response);
    return response;
  };
}

/**
 * Returns the context that keeps a runtime at work after its response; undefined if there is none: Hono throws when it
 * is read.
 */
function executionOf(context: Context): Context['executionCtx'] | undefined {
  try {
    return context.executionCtx;
  } catch {
    return undefined;
  }
}

/**
 * Returns the request with its body, which middleware may have read.
 * @returns undefined if middleware has kept nothing of the body.
 * @throws CheckoutError if the request is invalid or its body broke off: `@hono/node-server` makes a request when it is
 * first read.
 */
async function requestOf(req: Context['req']): Promise<Request | undefined> {
  try {
    const { raw, bodyCache } = req;
    if (!raw.bodyUsed) return raw;
    // Text and bytes that Hono keeps are the received ones; parsed JSON written out again would not be.
    const kept = bodyCache.arrayBuffer ?? bodyCache.text ?? bodyCache.blob;
    if (!kept) return undefined;
    const { url, method, headers, signal } = raw;
    return new Request(url, { method, headers, signal, body: await req.arrayBuffer() });
  } catch (cause) {
    throw new CheckoutError('bad_request', 'The request is invalid, or its body broke off.', { cause });
  }
}
