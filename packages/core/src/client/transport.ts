import { receivedErrorSchema } from '../errors/error-body.ts';
import {
  OffsetApiError,
  OffsetConnectionError,
  OffsetError,
  OffsetResponseError,
  OffsetTimeoutError,
} from '../errors/errors.ts';
import type { Bytes } from '../signing/bytes.ts';
import { readJson } from './read-json.ts';
import { isRetryableStatus, nextDelayMs, type RetryPolicy, sleep } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';

/** One call, ready to be sent: the same bytes at each attempt. */
export interface Call {
  /** Name of the operation, for hooks and messages. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Bytes;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Whether a repeat is harmless although an earlier attempt may have reached the service. */
  readonly repeatable: boolean;
}

/** An attempt, as hooks receive it: without headers, body and query, since a query may name a person. */
export interface AttemptInfo {
  readonly operation: string;
  readonly method: string;
  /** Origin and path of the URL. */
  readonly url: string;
  /** Number of the attempt, from 0. */
  readonly attempt: number;
}

/** The result of an attempt, as hooks receive it. */
export interface AttemptResult extends AttemptInfo {
  readonly durationMs: number;
  /** Undefined if no response was received. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Undefined if it succeeded, or the caller aborted it. */
  readonly error: OffsetError | undefined;
  /** Wait before the next attempt, milliseconds; undefined if this was the last. */
  readonly retryInMs: number | undefined;
}

/** Called around each attempt, for logs, metrics and traces. An error thrown by a hook reaches the caller. */
export interface ClientHooks {
  onRequest?(info: AttemptInfo): void;
  onResponse?(outcome: AttemptResult): void;
}

/** How calls are sent. */
export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retry: RetryPolicy;
  readonly hooks: ClientHooks;
}

/** A successful response: its JSON and its request id. */
export interface JsonResponse {
  readonly json: unknown;
  readonly status: number;
  readonly requestId: string | undefined;
}

/** Codes of a connection that failed before the request could leave. */
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'Connect',
]);

/**
 * Sends a call, and retries it when that is safe and may help.
 * @throws OffsetApiError, OffsetConnectionError, OffsetTimeoutError, OffsetResponseError; the reason of `signal` if the
 * caller aborted.
 */
export async function send(call: Call, options: TransportOptions): Promise<JsonResponse> {
  const deadline = performance.now() + (call.timeoutMs ?? options.timeoutMs);
  let mayHaveTakenEffect = false;
  for (let attempt = 0; ; attempt++) {
    const info: AttemptInfo = {
      operation: call.operation,
      method: call.method,
      url: call.url.origin + call.url.pathname,
      attempt,
    };
    options.hooks.onRequest?.(info);
    const started = performance.now();
    const limitMs = Math.max(1, Math.ceil(Math.min(options.attemptTimeoutMs, deadline - started)));
    const report = (
      response?: { readonly status: number | undefined; readonly requestId: string | undefined },
      error?: OffsetError,
      retryInMs?: number,
    ): void => {
      const durationMs = Math.round(performance.now() - started);
      const { status, requestId } = response ?? {};
      options.hooks.onResponse?.({ ...info, durationMs, status, requestId, error, retryInMs });
    };
    let outcome: JsonResponse | OffsetError;
    try {
      outcome = await attemptOnce(call, options, { limitMs, mayHaveTakenEffect });
    } catch (reason) {
      report();
      throw reason;
    }
    const error = outcome instanceof OffsetError ? outcome : undefined;
    const retryInMs = error && delayBefore(error, attempt, options.retry, deadline);
    report(outcome, error, retryInMs);
    if (!(outcome instanceof OffsetError)) return outcome;
    if (retryInMs === undefined) throw outcome;
    mayHaveTakenEffect = outcome.mayHaveTakenEffect;
    await sleep(retryInMs, call.signal);
  }
}

function delayBefore(
  error: OffsetError,
  attempt: number,
  retry: RetryPolicy,
  deadline: number,
): number | undefined {
  const delay = nextDelayMs(error, attempt, retry);
  return delay !== undefined && performance.now() + delay < deadline ? delay : undefined;
}

interface Attempt {
  readonly limitMs: number;
  /** Whether an earlier attempt may have taken effect: a refusal of this attempt then says nothing about that one. */
  readonly mayHaveTakenEffect: boolean;
}

async function attemptOnce(
  call: Call,
  options: TransportOptions,
  attempt: Attempt,
): Promise<JsonResponse | OffsetError> {
  const { limitMs } = attempt;
  call.signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(call.signal?.reason);
  call.signal?.addEventListener('abort', onAbort, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, limitMs);
  try {
    const response = await options.fetch(call.url, {
      method: call.method,
      headers: call.headers,
      // A redirect would carry the API key to a URL nobody chose.
      redirect: 'manual',
      signal: controller.signal,
      ...(call.body && { body: call.body }),
    });
    return await readResponse(call, response, attempt);
  } catch (cause) {
    if (call.signal?.aborted) throw call.signal.reason;
    // From a `fetch` of the caller's.
    if (cause instanceof OffsetError) return cause;
    if (timedOut) {
      const message = `${call.operation}: no response within ${limitMs} ms`;
      return new OffsetTimeoutError(message, { retryable: call.repeatable });
    }
    const code = connectionCode(cause);
    const neverLeft = NEVER_LEFT.has(code);
    const details = {
      retryable: call.repeatable || neverLeft,
      mayHaveTakenEffect: attempt.mayHaveTakenEffect || !neverLeft,
      cause,
    };
    const message = `${call.operation}: ${call.url.origin} is unreachable or closed the connection (${code})`;
    return new OffsetConnectionError(message, details);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', onAbort);
  }
}

/** Returns the code of a failed fetch: runtimes nest it at different depths. */
export function connectionCode(error: unknown): string {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string') return inner.code;
    // Deno has no code, only a message.
    if (inner.message.includes('error (Connect)')) return 'Connect';
  }
  return error instanceof Error ? error.name : 'unknown';
}

async function readResponse(
  call: Call,
  response: Response,
  attempt: Attempt,
): Promise<JsonResponse | OffsetError> {
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const body = await readJson(response);
  if (status >= 200 && status < 300) {
    if (body.ok) return { json: body.json, status, requestId };
    const message = `${call.operation}: status ${status}, but the body is not JSON (${body.what})`;
    return new OffsetResponseError(message, { status, requestId, retryable: call.repeatable });
  }
  const wait = retryAfterMs(response.headers.get('retry-after'));
  const retryable = mayRepeat(call, status, wait);
  // 409 with Retry-After: the first request with this key is still in flight.
  const stillOpen = attempt.mayHaveTakenEffect || (status === 409 && wait !== undefined);
  const parsed = body.ok ? receivedErrorSchema.safeParse(body.json) : undefined;
  const received = parsed?.success ? parsed.data : undefined;
  const text = received?.message ?? `the body is no Error object (${body.ok ? 'other JSON' : body.what})`;
  return new OffsetApiError(status, `${call.operation}: status ${status}: ${text.slice(0, 1000)}`, {
    requestId,
    retryable,
    error: received?.error,
    flights: received?.flights,
    retryAfterMs: wait,
    ...(stillOpen && { mayHaveTakenEffect: true }),
  });
}

/** A 409 is worth a retry only with `Retry-After`: then the first request is still in flight. */
function mayRepeat(call: Call, status: number, wait: number | undefined): boolean {
  if (status === 409) return wait !== undefined;
  return isRetryableStatus(status) && (call.repeatable || (status < 500 && status !== 408));
}
