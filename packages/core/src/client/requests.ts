import { toBytes } from '../signing/bytes.ts';
import { sign } from '../signing/sign.ts';
import type { CallOptions } from './call-options.ts';
import type { ResolvedOptions } from './options.ts';
import { type JsonResponse, send } from './transport.ts';

/** A POST of one operation, before it is signed. */
export interface Post {
  /** Name of the operation, for hooks and messages. */
  readonly operation: string;
  /** Base URL of the endpoint. Default: the base URL of orders and transactions. */
  readonly base?: URL;
  /** Path below the base URL, without a leading slash. */
  readonly path: string;
  /** Body, serialised once, so that each attempt sends the signed bytes. */
  readonly json: unknown;
  /** Headers beside key, signature and content type. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a repeat is harmless although an earlier attempt may have reached the service. */
  readonly repeatable: boolean;
}

/** The requests of one client: with its API key, signed with its signing key. */
export interface Requests {
  /** @throws as `send` of `transport.ts`. */
  get(operation: string, path: string, options: CallOptions): Promise<JsonResponse>;
  /** @throws as `send` of `transport.ts`. */
  post(post: Post, options: CallOptions): Promise<JsonResponse>;
}

/** Creates the requests of a client from checked options. */
export function createRequests({ baseUrl, apiKey, signingKey, transport }: ResolvedOptions): Requests {
  return {
    get(operation, path, options) {
      const call = {
        operation,
        method: 'GET',
        url: new URL(path, baseUrl),
        headers: { 'x-api-key': apiKey },
      } as const;
      return send({ ...call, ...options, repeatable: true }, transport);
    },
    async post({ operation, base = baseUrl, path, json, headers, repeatable }, { signal, timeoutMs }) {
      const body = toBytes(JSON.stringify(json));
      const signed = {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'x-body-signature': await sign(body, signingKey),
        ...headers,
      };
      const url = new URL(path, base);
      return send(
        { operation, method: 'POST', url, headers: signed, body, signal, timeoutMs, repeatable },
        transport,
      );
    },
  };
}
