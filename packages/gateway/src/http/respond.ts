import type { ErrorBody } from '@flight-offset/core';
import type { Context } from 'hono';
import type { Problem } from '../problem.ts';
import type { Env } from './env.ts';

/**
 * Responds with JSON and the headers of every response. For the busiest routes: the headers stay a plain object, which
 * costs a fraction of `Headers`.
 * @param json the body: text, or its bytes.
 * @param more headers of this response; they take precedence.
 */
export function respondJson(
  context: Context<Env>,
  json: string | Uint8Array<ArrayBuffer>,
  status = 200,
  more?: Readonly<Record<string, string>>,
): Response {
  context.set('complete', true);
  const headers = { ...context.get('headers'), 'content-type': 'application/json', ...more };
  return new Response(json, { status, headers });
}

/** Challenge of a 401, which HTTP requires: without it, Java's client throws if it has credentials for a proxy. */
const CHALLENGE = { 'www-authenticate': 'ApiKey' };

/** Responds to a failed request with an Error object and the headers of the context. */
export function problemResponse(context: Context<Env>, problem: Problem): Response {
  const body: ErrorBody = { error: problem.code, message: problem.message };
  if (problem.flights) body.flights = [...problem.flights];
  const { status, headers } = problem;
  return respondJson(context, JSON.stringify(body), status, status === 401 ? CHALLENGE : headers);
}

/** Adds the headers of every response to one made without {@link respondJson}. */
export function completeHeaders(context: Context<Env>): void {
  if (context.get('complete')) return;
  const { headers } = context.res;
  for (const [name, value] of Object.entries(context.get('headers'))) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

/**
 * Lets pages of other origins, which verify receipts, read the response, also an error. Otherwise a browser would hide
 * from them that something does not exist, or that the gateway is unavailable.
 */
export function allowAnyOrigin(context: Context<Env>): void {
  context.get('headers')['access-control-allow-origin'] = '*';
}
