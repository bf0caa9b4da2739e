import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';
import type { Database } from '../store/engine.ts';
import { engineOf } from '../store/engine-of.ts';
import { mayBeDistributed } from '../store/is-distributed.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Tx } from '../store/transaction.ts';

/** Maximum number of credentials that a process remembers: the most recently used ones. */
const MAX_KNOWN = 10_000;

const known = new WeakMap<Database, LRUCache<string, ApiKeyRow>>();

/**
 * Returns a credential as this process last read it. It may have been revoked since; its other fields never change. The
 * caller has {@link requireLiveKeys} check it in its transaction, which spares a round trip.
 * @returns undefined if the credential has to be read: because it is unknown; on SQLite, where reading costs nothing;
 * or on a cluster, where the check would add a second worker to the transaction.
 */
export function findKnownKey(db: Database, keyHash: string): ApiKeyRow | undefined {
  return db.engine === 'sqlite' || mayBeDistributed(db) ? undefined : known.get(db)?.get(keyHash);
}

/** Remembers a credential. @param row undefined if it is unknown or revoked. */
export function updateKnownKey(db: Database, keyHash: string, row: ApiKeyRow | undefined): void {
  const keys = known.get(db) ?? new LRUCache<string, ApiKeyRow>({ max: MAX_KNOWN });
  known.set(db, keys);
  if (row) keys.set(keyHash, row);
  else keys.delete(keyHash);
}

/** A request that was sent with a credential. */
export interface OfKey {
  /** Identifier of the credential, if it has to be checked in the transaction of the work. */
  readonly keyToCheck?: string | undefined;
}

/**
 * Checks that credentials are live at the time of a transaction. Send it with the transaction's first statements.
 * @throws Problem 40102 if one has been revoked.
 */
export async function requireLiveKeys(tx: Tx, all: readonly OfKey[]): Promise<void> {
  const wanted = [...new Set(all.flatMap(({ keyToCheck }) => keyToCheck ?? []))];
  const [first] = wanted;
  if (first === undefined) return;
  const engine = engineOf(tx);
  const isOne = wanted.length === 1;
  const build = () => {
    const live = tx.selectFrom('api_keys').select('id').where('revoked_at', 'is', null);
    return (isOne ? live.where('id', '=', first) : live.where(isOneOf(engine, 'id', wanted))).compile();
  };
  const name = isOne ? 'whether a key is live' : 'which keys are live';
  const live = await prepared(tx, name, build, [isOne ? first : oneOf(engine, wanted)]);
  if (live.length < wanted.length) throw unknownKeyProblem();
}

/** Creates the error for a credential that is unknown or revoked. */
export function unknownKeyProblem(): Problem {
  return new Problem(40102, 'The API key is unknown or revoked. Check the key and the environment.');
}
