import { Problem } from '../problem.ts';
import type { ItemResult } from '../store/batches/batcher.ts';
import { insertRows } from '../store/sql/insert-rows.ts';
import type { Tx } from '../store/transaction.ts';

/** The idempotency key of a request, and a hash of the request. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the raw body, for a refund together with its order; hexadecimal. */
  readonly bodyHash: string;
}

/** The result of a request, or its first response again. */
export interface KeptResponse {
  /** JSON. */
  readonly body: string;
  readonly replayed: boolean;
}

/** An idempotency key of a merchant, and the response to keep under it if it is new. */
export interface Claim extends Idempotency {
  readonly merchantId: string;
  readonly response: string;
}

const INTO = {
  into: 'idempotency',
  columns: ['merchant_id', 'key', 'body_hash', 'response', 'created_at'],
  ending: 'on conflict (merchant_id, key) do nothing returning merchant_id, key',
} as const;

/**
 * Claims keys, all of them different. If another transaction is just claiming one of them, waits for it.
 * @returns for each key used before: its first response, or why it may not be used again (42202, 40901).
 */
export async function claimKeys<C extends Claim>(
  tx: Tx,
  claims: readonly C[],
  at: number,
): Promise<Map<C, ItemResult<string>>> {
  // Always in this order, so that two transactions never deadlock.
  const rows = claims
    .map(({ merchantId, key, bodyHash, response }) => ({
      merchant_id: merchantId,
      key,
      body_hash: bodyHash,
      response,
      created_at: at,
    }))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const inserted = await insertRows<{ merchant_id: string; key: string }>(tx, INTO, rows);
  const fresh = new Set(inserted.map(({ merchant_id, key }) => nameOf({ merchant_id, key })));
  const used = new Map<C, ItemResult<string>>();
  for (const claim of claims) {
    if (!fresh.has(nameOf({ merchant_id: claim.merchantId, key: claim.key })))
      used.set(claim, await firstResponse(tx, claim));
  }
  return used;
}

/** Releases the keys of requests that were refused: a repeat counts as a first use. */
export async function releaseKeys(tx: Tx, claims: readonly Claim[]): Promise<void> {
  for (const { merchantId, key } of claims)
    await tx.deleteFrom('idempotency').where('merchant_id', '=', merchantId).where('key', '=', key).execute();
}

function nameOf({ merchant_id, key }: { readonly merchant_id: string; readonly key: string }): string {
  return `${merchant_id}\0${key}`;
}

/** Reads the first response to a key, or why the key may not be used again (42202); undefined for an unused key. */
export async function findFirstResponse(
  tx: Tx,
  { merchantId, key, bodyHash }: Omit<Claim, 'response'>,
): Promise<ItemResult<string> | undefined> {
  const earlier = await tx
    .selectFrom('idempotency')
    .select(['body_hash', 'response'])
    .where('merchant_id', '=', merchantId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier && earlier.body_hash !== bodyHash) return { error: keyReusedProblem() };
  return earlier?.response ? { value: earlier.response } : undefined;
}

/** Makes the error of a key that was used for another request. */
export function keyReusedProblem(): Problem {
  return new Problem(
    42202,
    'This Idempotency-Key was used with another body, or for another order or endpoint. Use a new key for a new request.',
  );
}

/** Work that is done once per key. */
export interface Once {
  /** Rebuilds a forgotten response to a key from the work done then; undefined for an unused key. Not kept again. */
  readonly doneBefore?: () => Promise<string | undefined>;
  /** Does the work. @returns the response. */
  readonly work: () => Promise<string>;
}

/**
 * Does the work of a request and keeps the response under its key, if it has one; a repeat gets the first response
 * again. The kept response is read once, before `doneBefore` runs: it may be forgotten at any moment.
 * @throws what `doneBefore` and `work` throw; Problem 42202 if the key was used for another request.
 */
export async function respondOnce(
  tx: Tx,
  key: Omit<Claim, 'response'> | undefined,
  now: () => number,
  { doneBefore, work }: Once,
): Promise<KeptResponse> {
  const first = key && (await findFirstResponse(tx, key));
  if (first) {
    if ('error' in first) throw first.error;
    return { body: first.value, replayed: true };
  }
  const before = key && (await doneBefore?.());
  if (before !== undefined) return { body: before, replayed: true };
  const body = await work();
  if (!key) return { body, replayed: false };
  const claim = { ...key, response: body };
  // Read after the work: a response is never older than the work.
  const used = (await claimKeys(tx, [claim], now())).get(claim);
  // Another endpoint has just used the key: nothing of this work is kept.
  if (used)
    throw 'error' in used
      ? used.error
      : new Problem(42202, 'This Idempotency-Key was used just now. Use a new key for a new request.');
  return { body, replayed: false };
}

async function firstResponse(tx: Tx, claim: Claim): Promise<ItemResult<string>> {
  const first = await findFirstResponse(tx, claim);
  if (first) return first;
  // The response was forgotten between the two queries.
  const headers = { 'retry-after': '1' };
  const message = 'A request with this Idempotency-Key is still under way. Repeat it.';
  return { error: new Problem(40901, message, { headers }) };
}
