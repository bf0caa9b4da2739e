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
/** A row that is held while the first key is created. */
const FIRST = 'receipt-key:first';

/** A key for receipts, without its secret half. */
export interface ReceiptKey {
  /** Its name: the `kid` of a receipt and of the published key. */
  readonly kid: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The half that is published. */
  readonly publicKey: JWK;
}

/**
 * Creates a new key for receipts, which signs from now on. Earlier keys stay published, so that older receipts can
 * still be checked.
 * @param by who creates it, for the audit log.
 * @returns its name.
 */
export async function rotateReceiptKey(db: Database, sealer: Sealer, by?: Actor): Promise<string> {
  const jwk = await newKey();
  return inTransaction(db, (tx) => add(tx, sealer, jwk, by));
}

async function newKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function add(tx: Tx, sealer: Sealer, jwk: string, by?: Actor): Promise<string> {
  // The last key signs: the new one sorts after the previous one, even where a clock had dated that ahead.
  const kid = newId('rcp', Math.max(Date.now(), (await lastMadeAt(tx)) + 1));
  const name = PREFIX + kid;
  await tx
    .insertInto('settings')
    .values({ name, value: sealer.seal(jwk, name) })
    .execute();
  await recordAudit(tx, by, { action: CREATED, subject: kid });
  return kid;
}

/** When the newest key was created; 0 where there is none. */
async function lastMadeAt(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('settings')
    .select(({ fn }) => fn.max<string | null>('name').as('last'))
    .where('name', 'like', `${PREFIX}%`)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : madeAt(last);
}

/** When a key was created, by its name or that of its row: milliseconds since 1970. */
const madeAt = (name: string): number => decodeTime(name.slice(name.indexOf('_') + 1));

/** Like {@link receiptKeys}, but as a transaction sees the keys, and without creating any. */
export async function storedReceiptKeys(kysely: Kysely<Schema>, sealer: Sealer): Promise<JWK[]> {
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

/** Private keys of receipts, the newest last; creates the first key if there is none. */
export async function receiptKeys(db: Database, sealer: Sealer): Promise<JWK[]> {
  const keys = await storedReceiptKeys(db.kysely, sealer);
  if (keys.length > 0) return keys;
  const jwk = await newKey();
  return inTransaction(db, async (tx) => {
    // Held until the commit: another caller waits here meanwhile, and then finds this key.
    await writeSetting(tx, FIRST, '');
    if ((await storedReceiptKeys(tx, sealer)).length === 0) await add(tx, sealer, jwk);
    return storedReceiptKeys(tx, sealer);
  });
}

/** Every key for receipts, without its secret half. The last one is the newest, which signs. Creates none. */
export async function listReceiptKeys(db: Database, sealer: Sealer): Promise<ReceiptKey[]> {
  return (await storedReceiptKeys(db.kysely, sealer)).map((jwk) => {
    const { kid = '' } = jwk;
    return { kid, createdAt: madeAt(kid), publicKey: publicHalf(jwk) };
  });
}

/**
 * Names of keys that are gone although they signed a published batch or staff created them: what they signed can no
 * longer be verified. Keys that were removed with a sandbox are not among them.
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

/** The key that a signed document names in its header, the first part; none where the document was damaged. */
function signerOf(document: string): string[] {
  try {
    return [String(decodeProtectedHeader({ protected: document.split('.', 1)[0] }).kid)];
  } catch {
    return [];
  }
}

/** The half of a key that is published. */
export function publicHalf({ kty, crv, x, kid }: JWK): JWK {
  return { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } as JWK;
}
