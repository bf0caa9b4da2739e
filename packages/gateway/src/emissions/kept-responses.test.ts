/** A calculate request whose response is kept is still authenticated, limited, and refused if it must be. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sign } from '@flight-offset/core/server';
import { createApiKey, hashApiKey } from '../credentials/api-keys.ts';
import { createSealer } from '../credentials/seal.ts';
import { startGateway } from '../gateway.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';

const PATH = '/api/calculate';
const BODY = JSON.stringify({
  flights: [
    {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate: { year: 2026, month: 12, day: 14 },
    },
  ],
});

onBothEngines('kept responses', ({ database }) => {
  it('are returned only to the credential that requested them, each with a new request id and rate budget', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      const sealer = createSealer(SANDBOX_MASTER_KEY);
      const mine = callerOf(gateway.url);
      // The first computes the response, the second stores it, the third finds it.
      const [first, , kept] = [
        await mine.post(PATH, BODY),
        await mine.post(PATH, BODY),
        await mine.post(PATH, BODY),
      ];
      assert.equal(kept.status, 200);
      assert.equal(kept.text, first.text);
      assert.notEqual(kept.headers.get('x-request-id'), first.headers.get('x-request-id'));
      const left = (text: string | null): number => Number(/r=(\d+)/.exec(text ?? '')?.[1]);
      assert.equal(left(kept.headers.get('ratelimit')), left(first.headers.get('ratelimit')) - 2);

      const signature = await sign(BODY, { scheme: 'hmac-sha256', secret: SANDBOX.secret });
      const another = await createApiKey({ db, sealer }, SANDBOX.merchantId, { scheme: 'hmac-sha256' });
      const crossed = callerOf(gateway.url, { apiKey: another.apiKey, secret: another.secret ?? '' });
      const stolen = await crossed.post(PATH, BODY, { 'x-body-signature': signature });
      assert.equal(stolen.json.error, 40104, 'the signature of another key');
      assert.equal((await mine.post(PATH, BODY, { 'x-platform-id': 'other' })).json.error, 40106);
      assert.equal((await mine.post(PATH, BODY, { 'content-type': 'text/plain' })).json.error, 41501);
      assert.equal((await mine.post(PATH, `${BODY} `, { 'x-body-signature': signature })).json.error, 40104);

      const row = await db.kysely
        .selectFrom('api_keys')
        .select('id')
        .where('key_hash', '=', hashApiKey(SANDBOX.apiKey))
        .executeTakeFirstOrThrow();
      await db.kysely
        .updateTable('api_keys')
        .set({ sealed_secret: sealer.seal('another secret', row.id) })
        .where('id', '=', row.id)
        .execute();
      assert.equal((await mine.post(PATH, BODY)).json.error, 40104, 'signed with the previous secret');
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
