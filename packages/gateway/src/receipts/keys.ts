import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Sealer } from '../credentials/seal.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';

const PREFIX = 'sealed:receipt-key:';

/** Makes a new key for receipts; keys before it stay published, so that older receipts can still be checked. */
export async function addReceiptKey({ kysely }: Database, sealer: Sealer): Promise<void> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const name = PREFIX + newId('rcp');
  const jwk = JSON.stringify(await exportJWK(privateKey));
  await kysely
    .insertInto('settings')
    .values({ name, value: sealer.seal(jwk, name) })
    .execute();
}

/** Private keys of receipts, the newest last; the first is made when none is there. */
export async function receiptKeys(db: Database, sealer: Sealer): Promise<JWK[]> {
  const read = () =>
    db.kysely
      .selectFrom('settings')
      .selectAll()
      .where('name', 'like', `${PREFIX}%`)
      .orderBy('name')
      .execute();
  let rows = await read();
  if (rows.length === 0) {
    await addReceiptKey(db, sealer);
    rows = await read();
  }
  return rows.map(({ name, value }) => ({
    ...JSON.parse(sealer.open(value, name)),
    kid: name.slice(PREFIX.length),
  }));
}

/** The half of a key that is published. */
export function publicHalf({ kty, crv, x, kid }: JWK): JWK {
  return { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } as JWK;
}
