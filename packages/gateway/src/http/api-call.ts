import { parse, ValidationError } from '@flight-offset/core';
import { requireStorable } from '@flight-offset/core/server';
import type { Context } from 'hono';
import type * as z from 'zod';
import {
  authenticate,
  authenticateIfKnown,
  type Credentials,
  checkPlatform,
  checkSignature,
} from '../credentials/authenticate.ts';
import type { OfKey } from '../credentials/known-keys.ts';
import { isDatabaseUnavailable } from '../store/database-unavailable.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import { parseJson, readBody, requireUncompressed } from './body.ts';
import type { Env } from './env.ts';
import type { RateLimiter } from './rate-limit.ts';
import { waitForOwnTurn } from './wait-for-own-turn.ts';

/** Parts of the gateway that authenticate a caller. */
export interface ApiAccess {
  readonly credentials: Credentials;
  readonly rateLimiter: RateLimiter;
}

/** Authenticated call. */
export interface ApiCall {
  readonly merchantId: string;
  /** The credential that made it. */
  readonly key: ApiKeyRow;
  /** Bytes of the body, as received. */
  readonly body: Uint8Array;
}

/** Call of a credential that may have been revoked since it was read. */
export interface KnownCall extends ApiCall, OfKey {}

/** Requirements on a call. */
interface CallNeeds {
  readonly signature?: boolean;
  readonly platform?: boolean;
}

/**
 * Size above which a body is parsed in a separate turn of the event loop, bytes. A hundred flights take less than half.
 */
const LARGE_BYTES = 32_768;

/**
 * Reads a call and authenticates its caller. Checks the size of the body first, then the caller; the content of the
 * body is checked later.
 * @throws Problem 41501 for a compressed body, before its signature is called invalid.
 */
export async function readCall(
  access: ApiAccess,
  context: Context<Env>,
  needs: CallNeeds = {},
): Promise<ApiCall> {
  const body = await readBody(context.env.incoming);
  const key = await authenticate(access.credentials, context.req.raw.headers);
  return checkCall(access, context, { key, body }, needs);
}

/** Checks a call of a credential, except for the content of its body. */
async function checkCall(
  { credentials, rateLimiter }: ApiAccess,
  context: Context<Env>,
  { key, body }: Pick<ApiCall, 'key' | 'body'>,
  needs: CallNeeds,
): Promise<ApiCall> {
  const { raw } = context.req;
  context.set('merchantId', key.merchant_id);
  Object.assign(context.get('headers'), await rateLimiter.take(key.id));
  requireUncompressed(raw.headers.get('content-encoding'));
  if (needs.platform) await checkPlatform(credentials, key, raw.headers);
  if (needs.signature) await checkSignature(credentials, key, raw.headers, body);
  if (body.length > LARGE_BYTES) await waitForOwnTurn();
  return { merchantId: key.merchant_id, key, body };
}

/**
 * Does the work of a call which itself checks, in its transaction, that the credential is live. So a credential that
 * this process knows is not read again.
 */
export async function withKnownKey<T>(
  access: ApiAccess,
  context: Context<Env>,
  work: (call: KnownCall) => Promise<T>,
  needs: CallNeeds = { signature: true },
): Promise<T> {
  const { headers } = context.req.raw;
  const body = await readBody(context.env.incoming);
  const doAs = async (key: ApiKeyRow, keyToCheck?: string): Promise<T> =>
    work({ ...(await checkCall(access, context, { key, body }, needs)), keyToCheck });
  const known = authenticateIfKnown(access.credentials, headers);
  if (!known) return doAs(await authenticate(access.credentials, headers));
  try {
    return await doAs(known, known.id);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // A revoked credential is refused as such, whatever else is wrong with the call.
    const live = await authenticate(access.credentials, headers);
    if (live.id === known.id) throw error;
    // The known credential is gone, and its API key belongs to another one now.
    return doAs(live, live.id);
  }
}

/** Reads the body of a call as JSON. */
export function readJson(context: Context<Env>, { body }: ApiCall): unknown {
  return parseJson(context.req.raw.headers.get('content-type'), body);
}

/** Maximum number of pairs in a field: the schema would take half a second to refuse a hundred thousand. */
const MAX_PAIRS = 1000;

/** @throws ValidationError which names a field with far more pairs than any may have. */
function requireFewPairs(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    if (Object.keys(value).length > MAX_PAIRS) throw new ValidationError(name, 'holds too many keys');
  }
}

/** Reads the body of a call according to a schema. */
export function readInput<S extends z.ZodType>(context: Context<Env>, call: ApiCall, schema: S): z.output<S> {
  const body = readJson(context, call);
  requireFewPairs(body);
  const input = parse(schema, body);
  requireStorable(input);
  return input;
}
