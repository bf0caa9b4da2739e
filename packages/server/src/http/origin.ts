import { readAddress } from '../address.ts';
import { CheckoutError } from '../checkout-error.ts';

/**
 * Checks whether a page is allowed: one of the handler's own origin, or of an origin on the list. Software that is not
 * a browser sends neither `Origin` nor `Sec-Fetch-Site`; it is allowed, as the handler uses no cookies.
 * @param origins allowed origins besides the handler's own; `*` for any.
 * @returns the origin to name in `Access-Control-Allow-Origin`, if the page is a foreign one.
 * @throws CheckoutError `forbidden`.
 */
export function checkOrigin(request: Request, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin !== null && origin !== 'null' && (origins.includes(origin) || origins.includes('*')))
    return origin;
  if (site === 'same-origin' || (origin !== null && isOwnHost(origin, request))) return undefined;
  if (origin === null && (site === null || site === 'none')) return undefined;
  throw new CheckoutError('forbidden', 'Origin not allowed. Add it to the `origins` option.');
}

/**
 * Reads origins as browsers write them; `apps` allows any scheme.
 * @throws TypeError for a value that is not an origin.
 */
export function readOrigins(name: string, values: readonly string[], apps = false): string[] {
  const wrong = new TypeError(`${name} must be a list of origins such as https://shop.example, or "*"`);
  if (!Array.isArray(values)) throw wrong;
  return values.map((value) => {
    if (value === '*') return value;
    const url = readAddress(value);
    const origin = apps && url?.host ? `${url.protocol}//${url.host}` : url?.origin;
    if (origin && origin !== 'null') return origin;
    throw wrong;
  });
}

/** Compares by host alone: a proxy in front of this server may have ended TLS. */
function isOwnHost(origin: string, request: Request): boolean {
  return readAddress(origin)?.host === new URL(request.url).host;
}

/** Headers that let a page of another allowed origin read a response. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after',
  };
}

/** Response to a CORS preflight request. `authorization` is for the back office. */
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
