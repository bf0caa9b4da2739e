import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { razorpayDialect, stripeDialect } from '../testing/provider-dialects.ts';
import { type ProviderShop, withShop } from '../testing/provider-shop.ts';
import { until } from '../testing/until.ts';
import { sendRefunds, sendRefundsOf } from './send-refunds.ts';

const AMOUNT = 137_405;
const HOUR_MS = 3_600_000;

onBothEngines('a refund that polling finds failed after the provider took it', ({ database, engine }) => {
  async function inShop(work: (shop: ProviderShop) => Promise<void>): Promise<void> {
    const dialect = engine === 'sqlite' ? stripeDialect : razorpayDialect;
    await withShop(dialect, { databaseUrl: await database() }, work);
  }
  const states = async (shop: ProviderShop, id: string): Promise<string[]> =>
    (await shop.fetchRefunds(id)).map(({ cause, status }) => `${cause} ${status}`);
  /**
   * Pays for an order that was cancelled.
   * @param failing number of the provider's next calls that fail.
   * @returns the order, and the provider's reference of the money.
   */
  async function late(shop: ProviderShop, failing = 0): Promise<{ id: string; payment: string }> {
    const { id, path, session } = await shop.begun();
    await shop.caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
    shop.take(session);
    shop.api.failing = failing;
    await shop.sendSessionEvent(session);
    return { id, payment: session.payment ?? '' };
  }
  /**
   * Waits for the refund's turn: its state is read, and what is due is sent, by this call or by the gateway in the
   * background. An attempt of the gateway that ends only now postpones the turn once more.
   */
  async function poll(shop: ProviderShop, id: string): Promise<void> {
    while (true) {
      const pending = (await shop.refunds(id)).filter(({ state }) => state === 'pending');
      if (pending.length === 0) return;
      const now = shop.context.now();
      if (pending.every(({ next_attempt_at }) => (next_attempt_at ?? 0) > now)) shop.advance(3 * HOUR_MS);
      await sendRefunds(shop.context, shop.provider);
    }
  }

  it('made at the dashboard for surplus money: the gateway makes its own', () =>
    inShop(async (shop) => {
      const { id, payment } = await late(shop, 1000);
      // Otherwise an attempt under way would reach the provider later, beside the refund made by hand.
      await sendRefundsOf(shop.context, shop.provider, id);
      await until(
        async () => (await shop.refunds(id)).every(({ attempts }) => attempts > 0),
        'an attempt that failed',
      );
      const money = { currency: 'INR', amount_minor: AMOUNT };
      const byHand = shop.book({ kind: 'refund', payment, money, state: 'pending' });
      await shop.sendRefundEvent(byHand);
      shop.api.failing = 0;
      assert.deepEqual(await states(shop, id), ['surplus pending']);
      byHand.state = 'failed';
      await poll(shop, id);
      assert.deepEqual(await states(shop, id), ['surplus failed', 'surplus completed']);
    }));

  it('made by the gateway: it is not sent again, and stays failed', () =>
    inShop(async (shop) => {
      shop.api.refundsAre = 'pending';
      const { id } = await late(shop);
      await sendRefundsOf(shop.context, shop.provider, id);
      const [sent] = await shop.refunds(id);
      const made = shop.api.books.refunds.get(sent?.provider_reference ?? '') ?? assert.fail();
      made.state = 'failed';
      shop.api.refundsAre = 'completed';
      await poll(shop, id);
      assert.deepEqual(await states(shop, id), ['surplus failed']);
    }));
});
