import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { it } from 'node:test';
import { listAudit } from '../audit/list.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { createApiKey, revokeApiKey } from './api-keys.ts';
import { authenticate, checkPlatform, checkSignature } from './authenticate.ts';

const HASHES = { 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512' } as const;
const SHARED_SECRETS = (['hmac-sha256', 'hmac-sha512'] as const).flatMap((scheme) =>
  (['hex', 'base64'] as const).map((encoding) => ({ scheme, encoding, secret: 'a secret' })),
);

onBothEngines('a credential', ({ database }) => {
  it('authenticates its merchant until it is revoked, and can be revoked once', async () => {
    const { db, sealer } = await openStore(await database());
    const by = { channel: 'cli', id: '' } as const;
    const given = { scheme: 'hmac-sha256', label: 'shop' } as const;
    const { id, apiKey, secret = '' } = await createApiKey({ db, sealer }, MERCHANT, given, by);
    const headers = (key: string): Headers => new Headers({ 'x-api-key': key });
    const found = await authenticate({ db, sealer }, headers(apiKey));
    assert.deepEqual([found.id, found.merchant_id, found.label], [id, MERCHANT, 'shop']);
    const signature = createHmac('sha256', secret).update('{}').digest('hex');
    const signed = new Headers({ 'x-body-signature': signature });
    await checkSignature({ db, sealer }, found, signed, Buffer.from('{}'));
    for (const [key, code] of [
      ['', 40101],
      [apiKey.toUpperCase(), 40102],
      [id, 40102],
      [found.key_hash, 40102],
    ] as const)
      await assert.rejects(authenticate({ db, sealer }, headers(key)), { code });
    assert.equal(await revokeApiKey(db, id, by), true);
    const { revoked_at } = await db.kysely.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    assert.equal(await revokeApiKey(db, id), false);
    const row = await db.kysely.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.revoked_at, revoked_at, 'it keeps the time');
    await assert.rejects(authenticate({ db, sealer }, headers(apiKey)), { code: 40102 });
    const log = await listAudit(db, { merchantId: MERCHANT });
    assert.deepEqual(
      log.map(({ action, subject, before, after }) => [action, subject, before, after]).toReversed(),
      [
        ['api_key.created', id, null, { label: 'shop', scheme: 'hmac-sha256', encoding: 'hex' }],
        ['api_key.revoked', id, { label: 'shop', live: true }, { label: 'shop', live: false }],
      ],
    );
    await db.close();
  });

  it('with a public key verifies signatures of its private key, and has no secret', async () => {
    const { db, sealer } = await openStore(await database());
    const body = Buffer.from('{"a":1}');
    for (const [scheme, hash, pair] of [
      ['ed25519', null, generateKeyPairSync('ed25519')],
      ['rsa-sha256', 'sha256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ] as const) {
      const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const { apiKey, ...rest } = await createApiKey({ db, sealer }, MERCHANT, { scheme, publicKey });
      assert.deepEqual(Object.keys(rest), ['id']);
      const key = await authenticate({ db, sealer }, new Headers({ 'x-api-key': apiKey }));
      assert.deepEqual([key.scheme, key.encoding, key.sealed_secret], [scheme, 'base64', null]);
      const check = (signed: Buffer): Promise<void> => {
        const signature = sign(hash, signed, pair.privateKey).toString('base64');
        return checkSignature({ db, sealer }, key, new Headers({ 'x-body-signature': signature }), body);
      };
      await check(body);
      await assert.rejects(check(Buffer.from('{"a":2}')), { code: 40104 });
    }
    await db.close();
  });

  it('accepts signatures in its own scheme and encoding only', async () => {
    const { db, sealer } = await openStore(await database());
    const body = Buffer.from('{"a":1}');
    for (const given of SHARED_SECRETS) {
      const { apiKey } = await createApiKey({ db, sealer }, MERCHANT, given);
      const key = await authenticate({ db, sealer }, new Headers({ 'x-api-key': apiKey }));
      const check = (signature: string): Promise<void> =>
        checkSignature({ db, sealer }, key, new Headers({ 'x-body-signature': signature }), body);
      const hash = HASHES[given.scheme];
      const hmac = createHmac(hash, given.secret).update(body).digest();
      const right = hmac.toString(given.encoding);
      await check(right);
      const otherHash = hash === 'sha256' ? 'sha512' : 'sha256';
      const wrong = [
        right.slice(0, -1),
        `${right}0`,
        createHmac(hash, given.secret).update('{"a":2}').digest(given.encoding),
        hmac.toString(given.encoding === 'hex' ? 'base64' : 'hex'),
        createHmac(otherHash, given.secret).update(body).digest(given.encoding),
        'é',
      ];
      for (const one of wrong) await assert.rejects(check(encodeURI(one)), { code: 40104 }, one);
      await assert.rejects(check(''), { code: 40103 });
    }
    await db.close();
  });

  it('accepts platforms of its own merchant only', async () => {
    const { db, sealer } = await openStore(await database());
    await addMerchant(db, 'merchant-b');
    const created_at = 0;
    for (const [id, merchant_id] of [
      ['plat_a', MERCHANT],
      ['plat_b', 'merchant-b'],
    ] as const)
      await db.kysely.insertInto('platforms').values({ id, merchant_id, created_at }).execute();
    const keyOf = async (merchant: string) => {
      const { apiKey } = await createApiKey({ db, sealer }, merchant, { scheme: 'hmac-sha256' });
      return authenticate({ db, sealer }, new Headers({ 'x-api-key': apiKey }));
    };
    const [key, other] = [await keyOf(MERCHANT), await keyOf('merchant-b')];
    const check = (id: string, by = key): Promise<void> =>
      checkPlatform({ db, sealer }, by, new Headers({ 'x-platform-id': id }));
    await check('plat_a');
    // A platform read for its own merchant, at the same moment or before, is not accepted for another.
    await Promise.all([check('plat_b', other), assert.rejects(check('plat_b'), { code: 40106 })]);
    await assert.rejects(check('plat_b'), { code: 40106 });
    await assert.rejects(check('plat_c'), { code: 40106 });
    await assert.rejects(check(''), { code: 40105 });
    await db.close();
  });
});
