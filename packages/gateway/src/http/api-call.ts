import { parse, ValidationError } from '@flight-offset/core';
import { requireStorable } from '@flight-offset/core/server';
import type { Context } from 'hono';
import type * as z from 'zod';
import type { ApiKeyRow } from '../credentials/api-keys.ts';
import {
  authenticate,
  type Credentials,
  checkPlatform,
  checkSignature,
} from '../credentials/authenticate.ts';
import { parseJson, readBody, requireUncompressed } from './body.ts';
import type { Env } from './env.ts';
import { ownTurn } from './own-turn.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What finding out who calls needs of the gateway. */
export interface ApiAccess {
  readonly credentials: Credentials;
  readonly rateLimiter: RateLimiter;
}

/** An authenticated call. */
export interface ApiCall {
  readonly merchantId: string;
  /** The credential it was made with. */
  readonly key: ApiKeyRow;
  /** The bytes of the body, as they came. */
  readonly body: Uint8Array;
}

/** A body of more bytes is parsed in a turn of the event loop of its own. A hundred flights are less than half of it. */
const LARGE_BYTES = 32_768;

/**
 * Reads a call and finds whose it is. The size of the body is checked first, then who calls; what the body says
 * is for later.
 * @throws Problem 41501 for a compressed body, before its signature is called invalid.
 */
export async function readCall(
  { credentials, rateLimiter }: ApiAccess,
  context: Context<Env>,
  needs: { readonly signature?: boolean; readonly platform?: boolean } = {},
): Promise<ApiCall> {
  const { raw } = context.req;
  const body = await readBody(context.env.incoming);
  const key = await authenticate(credentials, raw.headers);
  context.set('merchantId', key.merchant_id);
  Object.assign(context.get('headers'), await rateLimiter.take(key.id));
  requireUncompressed(raw.headers.get('content-encoding'));
  if (needs.platform) await checkPlatform(credentials, key, raw.headers);
  if (needs.signature) await checkSignature(credentials, key, raw.headers, body);
  if (body.length > LARGE_BYTES) await ownTurn();
  return { merchantId: key.merchant_id, key, body };
}

/** Reads the body of a call as JSON. */
export function readJson(context: Context<Env>, { body }: ApiCall): unknown {
  return parseJson(context.req.raw.headers.get('content-type'), body);
}

/** Past so many pairs the schema does not see them: it takes half a second to refuse each of a hundred thousand. */
const MAX_PAIRS = 1000;

/** @throws ValidationError which names a field that holds far more pairs than any may. */
function requireFewPairs(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    if (Object.keys(value).length > MAX_PAIRS) throw new ValidationError(name, 'holds too many keys');
  }
}

/** Reads the body of a call through its schema. */
export function readInput<S extends z.ZodType>(context: Context<Env>, call: ApiCall, schema: S): z.output<S> {
  const body = readJson(context, call);
  requireFewPairs(body);
  const input = parse(schema, body);
  requireStorable(input);
  return input;
}
