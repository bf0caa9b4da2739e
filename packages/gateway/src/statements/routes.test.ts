import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createApiKey } from '../credentials/api-keys.ts';
import { startGateway } from '../gateway.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { addLines, type NewLine } from './lines.ts';

onBothEngines('the PDF of a statement', ({ database }) => {
  it('of a sandbox merchant is marked as such even if the gateway takes real payments', async () => {
    const databaseUrl = await database();
    const { db, sealer } = await openStore(databaseUrl);
    const line: NewLine = {
      merchant_id: MERCHANT,
      id: 'ord_1',
      order_id: 'ord_1',
      kind: 'order',
      product: 'carbon_credits',
      reference: null,
      currency: 'EUR',
      amount_minor: 1240,
      grams: 1000,
      created_at: 0,
    };
    await inTransaction(db, (tx) => addLines(tx, [line]));
    const { apiKey } = await createApiKey({ db, sealer }, MERCHANT, { scheme: 'hmac-sha256' });
    const environment = {
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      GATEWAY_PUBLIC_URL: 'https://pay.example.com',
      GATEWAY_PROVIDER: 'none',
    };
    const gateway = await startGateway({ databaseUrl, sandbox: false, environment });
    const isMarked = async (): Promise<boolean> => {
      const url = `${gateway.url}/offset-gateway/statements/open_EUR.pdf`;
      const pdf = await (await fetch(url, { headers: { 'x-api-key': apiKey } })).bytes();
      const texts = pdfTexts(pdf);
      assert.ok(texts.includes('12.40 EUR'));
      return texts.some((text) => text.endsWith('This is not an invoice.'));
    };
    try {
      assert.equal(await isMarked(), false);
      await db.kysely.updateTable('merchants').set({ sandbox: 1 }).where('id', '=', MERCHANT).execute();
      assert.equal(await isMarked(), true);
    } finally {
      await Promise.all([gateway.close(), db.close()]);
    }
  });
});
