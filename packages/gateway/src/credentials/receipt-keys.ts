import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import { decodeTime } from 'ulid';
import type { Actor } from '../audit/actor.ts';
import { OPERATOR_CHAIN, recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import type { Schema } from '../store/schema.ts';
import { writeSetting } from '../store/settings.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { Sealer } from './seal.ts';

const PREFIX = 'sealed:receipt-key:';
const CREATED = 'receipt_key.created';
/** Name of a row that is locked while the first key is created. */
const FIRST = 'receipt-key:first';

/** A key for receipts, without its secret half. */
export interface ReceiptKey {
  /** `kid` of a receipt and of the published key. */
  readonly kid: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The published half. */
  readonly publicKey: JWK;
}

/**
 * Creates a new key for receipts, which signs from now on. Earlier keys stay published, so that older receipts can
 * still be verified.
 * @param by who creates it, for the audit log.
 * @returns its name.
 */
export async function rotateReceiptKey(db: Database, sealer: Sealer, by?: Actor): Promise<string> {
  const jwk = await newKey();
  return inTransaction(db, (tx) => insertKey(tx, sealer, jwk, by));
}

async function newKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function insertKey(tx: Tx, sealer: Sealer, jwk: string, by?: Actor): Promise<string> {
  // The last key signs. The new one sorts after the previous one, even if a clock had dated that one ahead.
  const kid = newId('rcp', Math.max(Date.now(), (await lastMadeAt(tx)) + 1));
  const name = PREFIX + kid;
  await tx
    .insertInto('settings')
    .values({ name, value: sealer.seal(jwk, name) })
    .execute();
  await recordAudit(tx, by, { action: CREATED, subject: kid });
  return kid;
}

/** Returns the time at which the newest key was created; 0 if there is none. */
async function lastMadeAt(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('settings')
    .select(({ fn }) => fn.max<string | null>('name').as('last'))
    .where('name', 'like', `${PREFIX}%`)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : madeAt(last);
}

/** Returns the time at which a key was created, by its name or its row's name: milliseconds since 1970. */
const madeAt = (name: string): number => decodeTime(name.slice(name.indexOf('_') + 1));

/** Reads the keys like {@link readOrCreateReceiptKeys}, but as a transaction sees them, and without creating any. */
export async function readReceiptKeys(kysely: Kysely<Schema>, sealer: Sealer): Promise<JWK[]> {
  const rows = await kysely
    .selectFrom('settings')
    .selectAll()
    .where('name', 'like', `${PREFIX}%`)
    .orderBy('name')
    .execute();
  return rows.map(({ name, value }) => ({
    ...JSON.parse(sealer.open(value, name)),
    kid: name.slice(PREFIX.length),
  }));
}

/** Reads the private keys for receipts, the newest last; creates the first key if there is none. */
export async function readOrCreateReceiptKeys(db: Database, sealer: Sealer): Promise<JWK[]> {
  const keys = await readReceiptKeys(db.kysely, sealer);
  if (keys.length > 0) return keys;
  const jwk = await newKey();
  return inTransaction(db, async (tx) => {
    // Locked until the commit: another caller waits here meanwhile, and then finds this key.
    await writeSetting(tx, FIRST, '');
    if ((await readReceiptKeys(tx, sealer)).length === 0) await insertKey(tx, sealer, jwk);
    return readReceiptKeys(tx, sealer);
  });
}

/** Lists every key for receipts, without its secret half. The last one is the newest, which signs. Creates none. */
export async function listReceiptKeys(db: Database, sealer: Sealer): Promise<ReceiptKey[]> {
  return (await readReceiptKeys(db.kysely, sealer)).map((jwk) => {
    const { kid = '' } = jwk;
    return { kid, createdAt: madeAt(kid), publicKey: publicHalf(jwk) };
  });
}

/**
 * Finds names of lost keys that signed a published batch or that staff created: their signatures can no longer be
 * verified. Keys removed with a sandbox are not among them.
 */
export async function lostReceiptKeys({ kysely }: Database): Promise<string[]> {
  const start = sql<string>`substr(document, 1, 200)`.as('start');
  const batches = await kysely
    .selectFrom('retirement_batches')
    .select(start)
    .where('state', '=', 'published')
    // Documents that have been corrected since: receipts from that time were signed with the same key.
    .unionAll(kysely.selectFrom('corrected_batches').select(start))
    .execute();
  const entries = await kysely
    .selectFrom('audit_log')
    .select(['action', 'subject', 'after'])
    .where('merchant_id', '=', OPERATOR_CHAIN)
    .where('action', 'in', [CREATED, 'sandbox.removed'])
    .execute();
  // Read last: a key created meanwhile is stored before anything names it.
  const kept = await kysely
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', `${PREFIX}%`)
    .execute();
  const removed = entries.map(({ after }) => after).join();
  const named = [
    ...batches.flatMap(({ start }) => signerOf(start)),
    ...entries.filter(({ action }) => action === CREATED).map(({ subject }) => subject),
  ];
  return [...new Set(named)].filter(
    (kid) => !kept.some(({ name }) => name === PREFIX + kid) && !removed.includes(kid),
  );
}

/** Returns the name of the key in a signed document's header, its first part; empty if the document was damaged. */
function signerOf(document: string): string[] {
  try {
    return [String(decodeProtectedHeader({ protected: document.split('.', 1)[0] }).kid)];
  } catch {
    return [];
  }
}

/** Returns the published half of a key. */
export function publicHalf({ kty, crv, x, kid }: JWK): JWK {
  return { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } as JWK;
}
