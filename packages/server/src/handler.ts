import { checkNumber, MAX_TIMER_MS, OffsetClient } from '@flight-offset/core/server';
import { requireFunctions, requireKnown } from './check-options.ts';
import { CheckoutError, toCheckoutError } from './checkout-error.ts';
import type { OffsetHandlerOptions, RateDecision } from './handler-options.ts';
import { requireBackendKey } from './http/backend-key.ts';
import { checkOrigin, corsHeaders, preflight, readOrigins } from './http/origin.ts';
import type { BodyLimits } from './http/read-body.ts';
import { respond } from './http/respond.ts';
import { errorResponse } from './http/response.ts';
import { createOffset, type Offset } from './offset.ts';
import { type FoundRoute, findRoute, methodOf, type Route, requireAccess } from './routes.ts';

/** Serves the page's requests and the service's webhooks. Pass it to a runtime as it is, or to an adapter. */
export type OffsetHandler = (request: Request) => Promise<Response>;

/**
 * The merchant's backend in one function, mounted at any path: `POST quote`, `POST orders`, `GET orders/{id}/status`,
 * `POST webhooks` and the page of links to contribute later. `authorize` adds the back office, `backendKey` confirming
 * and cancelling with the booking over HTTP. It never rejects: every failure is a response with a code, a message and a
 * request id.
 * @param offset from {@link createOffset} with the same options, if its functions are used too.
 * @throws TypeError at once, for an invalid option.
 * @example
 * const handler = createOffsetHandler({ service: { baseUrl, apiKey, signingKey, platformId } });
 * Deno.serve(handler);
 */
export function createOffsetHandler(
  options: OffsetHandlerOptions,
  offset: Offset = createOffset(options),
): OffsetHandler {
  requireKnown(options);
  requirePlatform(options);
  requireBackendKey(options.backendKey);
  requireFunctions(options, ['rateLimit', 'authorize', 'bookingContext']);
  const origins = readOrigins('origins', options.origins ?? [], true);
  const { rateLimit, maxBodyBytes = 65_536, bodyTimeoutMs = 10_000 } = options;
  checkNumber('maxBodyBytes', maxBodyBytes, { min: 1 });
  checkNumber('bodyTimeoutMs', bodyTimeoutMs, { min: 1, max: MAX_TIMER_MS });
  const body: BodyLimits = { maxBytes: maxBodyBytes, timeoutMs: bodyTimeoutMs };

  /** @param headers of the response, to which those for the page's origin are added. */
  async function serve(
    request: Request,
    found: FoundRoute,
    headers: Record<string, string>,
  ): Promise<Response> {
    const { route } = found;
    if (route.fromPages) {
      const origin = checkOrigin(request, origins);
      Object.assign(headers, corsHeaders(origin));
      if (request.method === 'OPTIONS')
        return preflight(origin, route.method, route.opensBy ? 'authorization' : 'content-type');
    }
    if (methodOf(request) !== route.method) throw wrongMethod(route);
    if (rateLimit) refuseUnless(await rateLimit(request, route.name));
    await requireAccess(route, options, request);
    return route.respond({ offset, options, request, body, headers, ...found });
  }

  const handle: OffsetHandler = async (request) => {
    const requestId = crypto.randomUUID();
    const headers = { 'x-request-id': requestId };
    let found: FoundRoute | undefined;
    try {
      found = findRoute(request, options);
      return await serve(request, found, headers);
    } catch (error) {
      const problem = toCheckoutError(error);
      if (found?.route.isPage)
        return found.route.respond({ offset, options, request, body, headers, problem, ...found });
      // A page that was closed is no failure, and nobody reads this response.
      if (problem.status >= 500 && !request.signal.aborted) {
        offset.report(problem.cause ?? problem, { operation: found?.route.name ?? 'handler', requestId });
      }
      return errorResponse(problem, requestId, headers);
    }
  };
  // Even a request whose own properties throw gets a response.
  return (request) => respond(async () => withoutBody(request, await handle(request)));
}

/** Without a platform id, the service estimates no flight: each quote would fail. */
function requirePlatform({ service, estimator }: OffsetHandlerOptions): void {
  if (estimator || service instanceof OffsetClient || service.platformId !== undefined) return;
  throw new TypeError('service.platformId is required, unless the option estimator is set');
}

function wrongMethod({ method, fromPages }: Route): CheckoutError {
  const allow = [method, ...(method === 'GET' ? ['HEAD'] : []), ...(fromPages ? ['OPTIONS'] : [])].join(', ');
  return new CheckoutError('bad_request', `This endpoint takes ${allow} only.`, { status: 405, allow });
}

/** Removes the body of a response to HEAD: not every runtime does. */
function withoutBody({ method }: Request, response: Response): Response {
  return method === 'HEAD' ? new Response(null, response) : response;
}

function refuseUnless(decision: RateDecision): void {
  if (decision === true) return;
  if (!decision && decision !== false)
    throw new TypeError('rateLimit must return true, false or { retryAfterSeconds }');
  const retryAfterSeconds = decision === false ? undefined : decision.retryAfterSeconds;
  throw new CheckoutError('too_many_requests', 'Too many requests: wait a little and try again.', {
    retryAfterSeconds,
  });
}
