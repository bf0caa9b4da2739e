import { sign } from '@flight-offset/core/server';
import { SANDBOX } from '../sandbox.ts';

/** A response with its body read. */
export interface CallerResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came, and assert on it
  readonly json: any;
}

/** Sends requests to a gateway as the sandbox's merchant, or as another. */
export interface Caller {
  get(path: string, headers?: Record<string, string>): Promise<CallerResponse>;
  /** Signs and posts a body: text as it is, anything else as JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<CallerResponse>;
  raw(path: string, init?: RequestInit): Promise<CallerResponse>;
}

/**
 * Creates a caller, by default with the credentials of the sandbox.
 * @param send sends requests; default: the runtime's `fetch`.
 */
export function callerOf(
  url: string,
  credentials: { readonly apiKey: string; readonly secret: string } = SANDBOX,
  send: typeof fetch = fetch,
): Caller {
  async function raw(path: string, init: RequestInit = {}): Promise<CallerResponse> {
    const response = await send(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  }
  return {
    raw,
    get: (path, headers = {}) => raw(path, { headers: { 'x-api-key': credentials.apiKey, ...headers } }),
    async post(path, body, headers = {}) {
      const bytes = typeof body === 'string' ? body : JSON.stringify(body);
      const signature = await sign(bytes, { scheme: 'hmac-sha256', secret: credentials.secret });
      return raw(path, {
        method: 'POST',
        body: bytes,
        headers: {
          'content-type': 'application/json',
          'x-api-key': credentials.apiKey,
          'x-body-signature': signature,
          'x-platform-id': SANDBOX.platformId,
          ...headers,
        },
      });
    },
  };
}
