import { CheckoutProblem } from '../problem.ts';
import { readAddress } from './address.ts';

/**
 * Decides whether a page may ask: one of this very origin, or one of an origin on the list. Software that is no
 * browser sends neither `Origin` nor `Sec-Fetch-Site`; it may ask, as the handler gives nothing to a cookie.
 * @param origins allowed origins besides the handler's own; `*` for any.
 * @returns the origin to name in `Access-Control-Allow-Origin`, where the page is a foreign one.
 * @throws CheckoutProblem `forbidden`.
 */
export function checkOrigin(request: Request, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null && origin !== 'null' && (origins.includes(origin) || origins.includes('*')))
    return origin;
  if (site === 'same-origin' || (origin !== null && isOwnHost(origin, request))) return undefined;
  if (origin === null && (site === null || site === 'none')) return undefined;
  throw new CheckoutProblem('forbidden', 'This page may not ask here: its origin is not allowed.');
}

/** Compared by host alone: in front of this server a proxy may have ended TLS. */
function isOwnHost(origin: string, request: Request): boolean {
  return readAddress(origin)?.host === new URL(request.url).host;
}

/** Headers which let a page of an allowed foreign origin read an answer. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after',
  };
}

/** Answer to a browser which asks whether a foreign page may ask. */
export function preflight(origin: string | undefined, methods: readonly string[]): Response {
  const headers = {
    ...corsHeaders(origin),
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
    vary: 'Origin',
  };
  return new Response(null, { status: 204, headers });
}
