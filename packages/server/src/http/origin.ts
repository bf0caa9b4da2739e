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

/**
 * Origins as browsers write them.
 * @throws TypeError for what is none.
 */
export function readOrigins(name: string, values: readonly string[]): string[] {
  return values.map((value) => {
    const origin = value === '*' ? value : readAddress(value)?.origin;
    if (origin && origin !== 'null') return origin;
    throw new TypeError(`${name} must hold origins such as https://shop.example, or "*"`);
  });
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

/** Answer to a browser which asks whether a foreign page may ask. `authorization` is for the back office. */
export function preflight(origin: string | undefined, method: string, headersAllowed: string): Response {
  const headers = {
    ...corsHeaders(origin),
    'access-control-allow-methods': method,
    'access-control-allow-headers': headersAllowed,
    'access-control-max-age': '600',
    vary: 'Origin',
  };
  return new Response(null, { status: 204, headers });
}
