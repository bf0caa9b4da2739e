import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderForm, Refusal } from './provider-refusals.ts';

/** A request that a provider received. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Response of a provider. */
export interface ProviderReply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds like the API of a provider, as far as the gateway uses it. */
export type ProviderApi = (request: ProviderRequest) => ProviderReply;

/** Creates a successful response. */
export const ok = (json: unknown): ProviderReply => ({ status: 200, json });

/** How a provider validates requests, and recognises repeated ones. */
export interface RequestChecks {
  readonly refusalOf: (form: ProviderForm) => Refusal;
  /** Creates the reply to an invalid request. */
  readonly refused: (code: string, field: string) => ProviderReply;
  /** Header of the idempotency key, in lower case. */
  readonly keyHeader: string;
  /** Its reply to another request under the same key. */
  readonly reused: ProviderReply;
}

const REPLAYED = { 'idempotent-replayed': 'true' };

/**
 * Creates an API that first validates requests, and repeats its reply to a request under the same key, marked as Stripe
 * does.
 */
export function withIdempotency(act: ProviderApi, checks: RequestChecks): ProviderApi {
  const remembered = new Map<string, { readonly sent: string; readonly reply: ProviderReply }>();
  return (request) => {
    const { method, headers, path, body } = request;
    if (method !== 'POST') return act(request);
    const key = headers[checks.keyHeader]?.toString();
    const refusal = checks.refusalOf({ path, body, key });
    if (refusal) return checks.refused(refusal.code, refusal.field);
    if (key === undefined) return act(request);
    const sent = `${path} ${body}`;
    const before = remembered.get(key);
    if (before) return before.sent === sent ? { ...before.reply, headers: REPLAYED } : checks.reused;
    const reply = act(request);
    remembered.set(key, { sent, reply });
    return reply;
  };
}
