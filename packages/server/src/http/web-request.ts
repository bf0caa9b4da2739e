import { readAddress } from '../address.ts';
import { CheckoutError } from '../checkout-error.ts';

/** The parts of a request, as a server or an event holds them. */
export interface RequestParts {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** The `Host` header. */
  readonly host: string;
  /** Path and query, or the whole URL that a proxy sends. */
  readonly target: string;
  readonly headers: [name: string, value: string][];
  readonly body: BodyInit | null;
  readonly signal?: AbortSignal;
}

/** Methods that no runtime's `Request` takes. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** A host with an optional port: neither credentials nor the beginning of a path. */
const HOST = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d{0,5})?$/i;

/**
 * Creates a web request from its parts. All of them come from outside, and `Request` throws for many of them.
 * @throws CheckoutError `bad_request` with status 400 or 405.
 */
export function webRequest({ method, scheme, host, target, headers, body, signal }: RequestParts): Request {
  refuseForbiddenMethod(method);
  if (!HOST.test(host)) throw invalidHost();
  const absolute = /^https?:\/\//i.test(target) ? readAddress(target) : undefined;
  const path = absolute ? absolute.pathname + absolute.search : target;
  const url = path.startsWith('/') ? readAddress(`${scheme}://${host}${path}`) : undefined;
  if (!url) throw invalid('The request target is neither a path nor a URL.', 'url');
  try {
    return new Request(url, {
      method,
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : body,
      ...(signal && { signal }),
      // Node requires it for a body that is a stream.
      ...({ duplex: 'half' } as object),
    });
  } catch (cause) {
    throw invalid('The method or a header is invalid.', 'headers', cause);
  }
}

/** @throws CheckoutError with status 405 for a method that no `Request` can have; some hosts pass it on lazily. */
export function refuseForbiddenMethod(method: string): void {
  if (!FORBIDDEN_METHODS.has(method.toUpperCase())) return;
  throw new CheckoutError('bad_request', `Method not allowed: ${method.toUpperCase()}.`, {
    status: 405,
    allow: 'GET, POST, OPTIONS',
  });
}

/** Creates the error for an invalid host; Bun and Deno make requests with such hosts too. */
export function invalidHost(): CheckoutError {
  return invalid('The Host header is not a host name with an optional port.', 'host');
}

function invalid(message: string, field: string, cause?: unknown): CheckoutError {
  return new CheckoutError('bad_request', message, { field, cause });
}
