import { retryAfterMs, type SigningKey, sign, signWebhook } from '@flight-offset/core/server';
import type { Dispatcher } from 'undici';
import { codeOf } from '../store/error-code.ts';
import { checkTarget, TargetError, type TargetPolicy } from './target.ts';

/** Input of one attempt. */
export interface Attempt {
  /** Identifier of the webhook, the same for every attempt. */
  readonly id: string;
  readonly url: string;
  /** JSON, sent and signed unchanged. */
  readonly body: string;
  /** Time in the signature, milliseconds since 1970. */
  readonly at: number;
  /** `whsec_` secrets that sign, newest first. */
  readonly secrets: readonly string[];
  /** The merchant's shared secret, if it has one, for `x-body-signature`. */
  readonly bodyKey: SigningKey | undefined;
  /** Further headers, for example to continue the trace. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Result of an attempt. */
export interface AttemptResult {
  readonly ok: boolean;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** `delivered`, `gone`, `refused`, the reason why nothing was sent, or the code of a network error. */
  readonly outcome: string;
  /** Beginning of the response; for a forbidden target or a merchant without a secret, why nothing was sent. */
  readonly excerpt: string;
  /** Wait that the receiver requested, milliseconds. */
  readonly retryAfterMs?: number;
  readonly durationMs: number;
}

const EXCERPT_BYTES = 1024;

/** Time limit of an attempt, milliseconds. */
export const ATTEMPT_MS = 20_000;

/** Sends a webhook once. Never throws: an error is a result. Redirects are failures. */
export async function send(
  attempt: Attempt,
  policy: TargetPolicy,
  dispatcher: Dispatcher,
): Promise<AttemptResult> {
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  try {
    const url = checkTarget(attempt.url, policy);
    const { id, body, secrets } = attempt;
    const headers: Record<string, string> = {
      ...attempt.headers,
      'content-type': 'application/json',
      'user-agent': 'flight-offset-gateway',
      ...(await signWebhook({ id, timestamp: new Date(attempt.at), body, secrets })),
    };
    if (attempt.bodyKey) headers['x-body-signature'] = await sign(body, attempt.bodyKey);
    const signal = AbortSignal.timeout(ATTEMPT_MS);
    const { origin, pathname, search } = url;
    const request = { origin, path: pathname + search, method: 'POST', headers, body, signal } as const;
    const response = await dispatcher.request(request);
    const excerpt = await readExcerpt(response.body);
    const status = response.statusCode;
    const outcome = outcomeOf(status);
    const retryAfter = response.headers['retry-after'];
    const wait = typeof retryAfter === 'string' ? retryAfterMs(retryAfter, attempt.at) : undefined;
    return {
      ok: outcome === 'delivered',
      status,
      outcome,
      excerpt,
      durationMs: took(),
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    };
  } catch (error) {
    const excerpt = error instanceof TargetError ? error.message : '';
    return { ok: false, status: null, outcome: faultCode(error), excerpt, durationMs: took() };
  }
}

function outcomeOf(status: number): 'delivered' | 'gone' | 'refused' {
  if (status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'refused';
}

function faultCode(error: unknown): string {
  if (error instanceof TargetError) return error.code;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  // An error from outside HTTP may have only a name.
  return codeOf(error) || (error instanceof Error ? error.name : 'fault');
}

async function readExcerpt(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop also ends the body, and its connection.
      if (size >= EXCERPT_BYTES) break;
    }
  } catch {
    // The status has arrived and counts, however the body ends.
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '');
}
