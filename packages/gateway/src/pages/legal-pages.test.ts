import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '@flight-offset/core';
import { startGateway } from '../gateway.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { receipt } from '../testing/receipt.ts';
import { findLegalFault, withdrawalLink } from './legal-pages.ts';
import { TEXTS } from './messages/texts.ts';

describe('the URL of a legal page', () => {
  for (const [text, valid] of [
    ['https://air.example/terms', true],
    ['https://air.example/{lang}/withdraw?order={order}', true],
    ['http://air.example/terms', false],
    ['javascript:alert(1)', false],
    ['https://user:password@air.example/', false],
    ['/terms', false],
  ] as const)
    it(`${text} is ${valid ? '' : 'in'}valid`, () =>
      assert.equal(findLegalFault({ terms: text }) === undefined, valid));
});

it('the seller is one line of 1 to 500 characters', () => {
  for (const seller of ['', 'Air\nLtd', 'Air\u2028Ltd', 'A'.repeat(501)])
    assert.equal(findLegalFault({ seller })?.part, 'seller');
  assert.equal(findLegalFault({ seller: 'A'.repeat(500) }), undefined);
});

it('no withdrawal link is shown while all of the price is being refunded', () => {
  const { view } = receipt('1');
  const { currency, amount_minor } = view.order;
  const merchant = { ...view.merchant, withdrawal_url: 'https://air.example/withdraw' };
  const back = (ofOrder: number) => ({
    money: { currency, amount_minor: ofOrder },
    ofOrder,
    byMerchant: false,
    doneAt: undefined,
  });
  const credits = [
    { grams: view.order.grams, batch: null, retirements: [] },
  ] as unknown as typeof view.credits;
  const link = (ofOrder: number) =>
    withdrawalLink({ ...view, merchant, credits, refunds: [back(ofOrder)] }, { language: 'en', tag: 'en' });
  assert.equal(link(amount_minor - 1)?.url, merchant.withdrawal_url);
  assert.equal(link(amount_minor), undefined);
});

const LEGAL = {
  seller: 'Air <Example> Ltd, 1 Runway, Zurich, help@air.example',
  imprint_url: 'https://air.example/{lang}/imprint',
  terms_url: 'https://air.example/{lang}/terms',
  privacy_url: 'https://air.example/{lang}/privacy',
  accessibility_url: 'https://air.example/{lang}/accessibility',
  withdrawal_url: 'https://air.example/{lang}/withdraw?order={order}',
};

onBothEngines('the legal pages of a merchant', ({ database }) => {
  it('are on its payment page in each state and language: the seller above Pay, the withdrawal once paid', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      const caller = callerOf(gateway.url);
      const order = async () => {
        const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1000 });
        const { pathname } = new URL(json.payment_url);
        return { id: json.order_id as string, pathname };
      };
      const settle = (id: string, outcome: string) =>
        caller.post(`/sandbox/orders/${id}/payment`, { outcome });
      const bare = await order();
      assert.doesNotMatch((await caller.raw(bare.pathname)).text, /Seller|Terms|Withdraw/);

      await db.kysely.updateTable('merchants').set(LEGAL).execute();
      const failed = await order();
      await settle(failed.id, 'failed');
      const { id, pathname } = await order();
      const read = async (path: string, lang: string) => (await caller.raw(`${path}?lang=${lang}`)).text;
      const links = (text: string) =>
        [...text.matchAll(/href="https:\/\/air\.example([^"]+)"/g)].map(([, to]) => to);
      const always = (lang: string) =>
        ['imprint', 'terms', 'privacy', 'accessibility'].map((name) => `/${lang}/${name}`);
      const toPay = await read(pathname, 'de');
      assert.ok(toPay.indexOf('Air &lt;Example&gt; Ltd') < toPay.indexOf('value="pay"'));
      assert.ok(toPay.includes('Air &lt;Example&gt; Ltd'));
      assert.deepEqual(links(toPay), always('de'));
      assert.deepEqual(links(await read(failed.pathname, 'fr')), always('fr'));

      await settle(id, 'completed');
      for (const lang of LANGUAGES) {
        const paid = await read(pathname, lang);
        assert.deepEqual(links(paid), [`/${lang}/withdraw?order=${id}`, ...always(lang)]);
        assert.ok(paid.includes(`>${TEXTS[lang].withdraw}</a>`), lang);
      }
      await caller.post(`/offset-gateway/orders/${id}/refunds`, {});
      assert.deepEqual(links(await read(pathname, 'en')), always('en'));
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
