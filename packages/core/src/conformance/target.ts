import { connectionCode } from '../client/transport.ts';
import type { SigningKey } from '../signing/keys.ts';
import { sign } from '../signing/sign.ts';

/** The service under test, with credentials. */
export interface Target {
  readonly baseUrl: string;
  readonly emissionsUrl: string;
  readonly apiKey: string;
  readonly signingKey: SigningKey;
  readonly platformId: string;
  readonly fetch?: ((input: URL, init: RequestInit) => Promise<Response>) | undefined;
}

/** A response, read once. `json` is undefined if the body is not JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** A request whose every part a check can make invalid. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** No response arrived, or it ended half-way. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Sends requests to a target, as they are or signed. */
export interface Caller {
  readonly target: Target;
  /** Sends a request as it is. */
  raw(request: RawRequest): Promise<Reply>;
  /** Sends a GET with the API key. */
  get(path: string): Promise<Reply>;
  /** Sends a POST with key, signature and the given headers; an undefined header is left out. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string | undefined>>): Promise<Reply>;
}

/** Creates the caller of a target. Paths that begin with `api/` go to the emissions URL, all others to the base URL. */
export function callerOf(target: Target): Caller {
  const fetch = target.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function raw({ method = 'GET', path, headers = {}, body }: RawRequest): Promise<Reply> {
    const base = path.startsWith('api/') ? target.emissionsUrl : target.baseUrl;
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(path, `${base.replace(/\/*$/, '')}/`), {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        ...(body !== undefined && { body }),
      });
      text = await response.text();
    } catch (cause) {
      throw new NoResponse(`${cause instanceof Error ? cause.message : cause}: ${connectionCode(cause)}`, {
        cause,
      });
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, json };
  }

  return {
    target,
    raw,
    get: (path) => raw({ path, headers: { 'x-api-key': target.apiKey } }),
    async post(path, body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const all: Record<string, string | undefined> = {
        'content-type': 'application/json',
        'x-api-key': target.apiKey,
        'x-body-signature': await sign(text, target.signingKey),
        ...(path.startsWith('api/') && { 'x-platform-id': target.platformId }),
        ...headers,
      };
      const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return raw({ method: 'POST', path, headers: Object.fromEntries(given), body: text });
    },
  };
}
