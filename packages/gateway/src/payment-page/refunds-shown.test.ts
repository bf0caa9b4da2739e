import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodeJwt } from 'jose';
import { TEXTS } from '../pages/messages/texts.ts';
import { sendRefundsOf } from '../payments/send-refunds.ts';
import { onBothEngines } from '../testing/engines.ts';
import { stripeDialect } from '../testing/provider-dialects.ts';
import { type ProviderShop, type ShopOrder, withShop } from '../testing/provider-shop.ts';

const PRICE = { currency: 'INR', amount_minor: 137_405 };

onBothEngines('refunds on the payment page', ({ database }) => {
  const inShop = async (work: (shop: ProviderShop) => Promise<void>): Promise<void> =>
    withShop(stripeDialect, { databaseUrl: await database() }, work);

  /** The heading of an order's page, the number of its notes on refunds, and the claims of its signed receipt. */
  async function shown({ caller }: ProviderShop, { path }: ShopOrder): Promise<unknown[]> {
    const { text } = await caller.raw(path);
    const { refunded, refunded_amount } = decodeJwt((await caller.raw(`${path}/receipt.jws`)).text);
    const [, heading] = /<h1>(.*)<\/h1>/.exec(text) ?? [];
    const lines = text.split(`>${TEXTS.en.refundedAmount}<`).length - 1;
    return [heading, lines, refunded, refunded_amount];
  }

  it('include a lost dispute, and no open one', () =>
    inShop(async (shop) => {
      const order = await shop.paid();
      const { payment } = order;
      const dispute = shop.book({ kind: 'dispute', payment, money: PRICE, state: 'pending' });
      assert.equal((await shop.sendRefundEvent(dispute)).status, 200);
      assert.deepEqual(await shown(shop, order), [TEXTS.en.completed, 0, false, undefined]);
      dispute.state = 'completed';
      assert.equal((await shop.sendRefundEvent(dispute)).status, 200);
      assert.deepEqual(await shown(shop, order), [TEXTS.en.refundedTitle, 1, true, 1374.05]);
    }));

  it('name a surplus that was refunded, which is not on the receipt', () =>
    inShop(async (shop) => {
      const { session, ...order } = await shop.begun();
      shop.take(session, { ...PRICE, amount_minor: PRICE.amount_minor + 500 });
      assert.equal((await shop.sendSessionEvent(session)).status, 200);
      await sendRefundsOf(shop.context, shop.provider, order.id);
      const [surplus] = await shop.refunds(order.id);
      assert.deepEqual([surplus?.cause, surplus?.state], ['surplus', 'completed']);
      assert.deepEqual(await shown(shop, order), [TEXTS.en.completed, 0, false, undefined]);
      assert.match((await shop.caller.raw(order.path)).text, /₹5\.00/);
    }));

  it('of money the merchant collected name the merchant, others the original payment method', () =>
    inShop(async (shop) => {
      const { id, path, session } = await shop.begun();
      const order = `/offset-gateway/orders/${id}`;
      assert.equal((await shop.caller.post(`${order}/confirm`, {})).status, 200);
      assert.equal((await shop.caller.post(`${order}/refunds`, {})).status, 201);
      assert.doesNotMatch((await shop.caller.raw(path)).text, /payment method/);
      shop.take(session, { ...PRICE, amount_minor: 500 });
      assert.equal((await shop.sendSessionEvent(session)).status, 200);
      await sendRefundsOf(shop.context, shop.provider, id);
      const { text } = await shop.caller.raw(path);
      assert.match(text, /₹1,374\.05 was refunded on [^.]*\. Example Air returns it to you\./);
      assert.match(text, /₹5\.00 was refunded on [^.]* to your original payment method\./);
    }));
});
