import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendRefundsOf } from '../payments/send-refunds.ts';
import { onBothEngines } from '../testing/engines.ts';
import type { BookedRefund } from '../testing/provider-books.ts';
import { razorpayDialect, stripeDialect } from '../testing/provider-dialects.ts';
import { type ProviderShop, withShop } from '../testing/provider-shop.ts';

const AMOUNT = 137_405;
const GRAMS = 1_146_000;
const INR = (amount_minor: number) => ({ currency: 'INR', amount_minor });

onBothEngines('the share of a refund that failed', ({ database, engine }) => {
  async function inShop(work: (shop: ProviderShop) => Promise<void>): Promise<void> {
    const dialect = engine === 'sqlite' ? stripeDialect : razorpayDialect;
    await withShop(dialect, { databaseUrl: await database() }, work);
  }
  const summary = async (shop: ProviderShop, id: string): Promise<string[]> =>
    (await shop.refunds(id)).map(
      ({ cause, state, order_minor, grams, credits }) =>
        `${cause} ${state}: ${order_minor} of the order, ${grams} g ${credits}`,
    );
  /** Requests a refund that the provider does not get: it is unavailable. */
  async function requested(shop: ProviderShop, id: string, part: object = {}): Promise<void> {
    shop.api.failing = 1000;
    assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, part)).status, 201);
  }
  /** The payer's bank claims the money, all of it. */
  async function disputed(shop: ProviderShop, payment: string): Promise<BookedRefund> {
    const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'pending' });
    assert.equal((await shop.sendRefundEvent(dispute)).status, 200);
    return dispute;
  }
  async function decided(shop: ProviderShop, dispute: BookedRefund, state: 'completed' | 'failed') {
    dispute.state = state;
    assert.equal((await shop.sendRefundEvent(dispute)).status, 200);
  }
  /** The provider is back, and refuses the refund. */
  async function refused(shop: ProviderShop, orderId: string): Promise<void> {
    shop.api.failing = 0;
    await sendRefundsOf(shop.context, shop.provider, orderId);
  }
  /** Sums, credits and transactions of an order, by its own rows. */
  async function booked({ db }: ProviderShop, id: string): Promise<object> {
    const sum = (rows: readonly { readonly value: number }[]): number =>
      rows.reduce((total, { value }) => total + value, 0);
    const transactions = db.kysely.selectFrom('transactions').where('order_id', '=', id);
    return {
      held: sum(
        await db.kysely
          .selectFrom('allocations')
          .select('grams as value')
          .where('order_id', '=', id)
          .execute(),
      ),
      minor: sum(await transactions.select('amount_minor as value').execute()),
      inr: sum(await transactions.select('inr_minor as value').execute()),
      grams: sum(await transactions.select('grams as value').execute()),
    };
  }
  const NOTHING = { held: 0, minor: 0, inr: 0, grams: 0 };

  it('goes to a lost dispute that the refund prevented from taking it', () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      await requested(shop, id);
      await decided(shop, await disputed(shop, payment), 'completed');
      assert.deepEqual(await summary(shop, id), [
        `requested pending: ${AMOUNT} of the order, ${GRAMS} g returned`,
        'dispute completed: 0 of the order, 0 g none',
      ]);
      await refused(shop, id);
      assert.deepEqual(await summary(shop, id), [
        `requested failed: ${AMOUNT} of the order, ${GRAMS} g none`,
        `dispute completed: ${AMOUNT} of the order, ${GRAMS} g returned`,
      ]);
      const { refunded, refund_pending } = await shop.fetchOrder(id);
      assert.deepEqual([refunded, refund_pending], [INR(AMOUNT), undefined]);
      assert.deepEqual(await booked(shop, id), NOTHING);
      await refused(shop, id);
      assert.deepEqual(await booked(shop, id), NOTHING, 'once');
    }));

  it('is added to the rest an open dispute took, and is free again if that is won', () =>
    inShop(async (shop) => {
      const [lost, won] = [await shop.paid(), await shop.paid()];
      for (const [{ id, payment }, state] of [
        [lost, 'completed'],
        [won, 'failed'],
      ] as const) {
        await requested(shop, id, { emission_amount: 146 });
        const dispute = await disputed(shop, payment);
        await refused(shop, id);
        assert.equal(
          (await summary(shop, id)).at(-1),
          `dispute pending: ${AMOUNT} of the order, ${GRAMS} g returned`,
        );
        assert.deepEqual((await shop.fetchOrder(id)).refund_pending, INR(AMOUNT));
        await decided(shop, dispute, state);
      }
      assert.deepEqual((await shop.fetchOrder(lost.id)).refunded, INR(AMOUNT));
      assert.deepEqual(await booked(shop, lost.id), NOTHING);
      const { refunded, refund_pending } = await shop.fetchOrder(won.id);
      assert.deepEqual([refunded, refund_pending], [undefined, undefined]);
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${won.id}/refunds`, {})).status, 201);
    }));

  it("completes the order's share of a lost dispute", () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      await requested(shop, id, { emission_amount: 146 });
      await decided(shop, await disputed(shop, payment), 'completed');
      await refused(shop, id);
      assert.equal(
        (await summary(shop, id)).at(-1),
        `dispute completed: ${AMOUNT} of the order, ${GRAMS} g returned`,
      );
      assert.deepEqual(await booked(shop, id), NOTHING);
    }));

  it('moves only money if a batch has taken the credits meanwhile', () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      await requested(shop, id, { emission_amount: 146 });
      await decided(shop, await disputed(shop, payment), 'completed');
      await shop.db.kysely
        .updateTable('allocations')
        .set({ batch: 'batch-1' })
        .where('order_id', '=', id)
        .execute();
      await refused(shop, id);
      assert.equal(
        (await summary(shop, id)).at(-1),
        `dispute completed: ${AMOUNT} of the order, 1000000 g returned`,
      );
      assert.deepEqual(await booked(shop, id), { ...NOTHING, held: 146_000, grams: 146_000 });
    }));

  it('does not go to an open dispute in another currency', () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      await requested(shop, id);
      const money = { currency: 'USD', amount_minor: 1 };
      const dispute = shop.book({ kind: 'dispute', payment, money, state: 'pending' });
      assert.equal((await shop.sendRefundEvent(dispute)).status, 200);
      await refused(shop, id);
      assert.deepEqual(await summary(shop, id), [
        `requested failed: ${AMOUNT} of the order, ${GRAMS} g none`,
        'dispute pending: 0 of the order, 0 g none',
      ]);
    }));

  it('goes to a lost dispute in another currency, as one of everything paid', () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      await requested(shop, id);
      const money = { currency: 'USD', amount_minor: 1650 };
      await decided(shop, shop.book({ kind: 'dispute', payment, money, state: 'pending' }), 'completed');
      await refused(shop, id);
      assert.deepEqual(await summary(shop, id), [
        `requested failed: ${AMOUNT} of the order, ${GRAMS} g none`,
        `dispute completed: ${AMOUNT} of the order, ${GRAMS} g returned`,
      ]);
      assert.deepEqual(await booked(shop, id), NOTHING);
    }));

  it('goes to dashboard refunds whose events were lost', () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      for (const minor of [AMOUNT - 10, 10])
        shop.book({ kind: 'refund', payment, money: INR(minor), state: 'completed' });
      await requested(shop, id);
      await refused(shop, id);
      assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(AMOUNT));
      assert.deepEqual(await booked(shop, id), NOTHING);
    }));

  it('goes to a dispute when the refund bounces', () =>
    inShop(async (shop) => {
      const { id, payment } = await shop.paid();
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {})).status, 201);
      await sendRefundsOf(shop.context, shop.provider, id);
      await decided(shop, await disputed(shop, payment), 'completed');
      const made = [...shop.api.books.refunds.values()].find((one) => one.payment === payment);
      assert.equal(made?.kind, 'refund');
      if (made) made.state = 'failed';
      assert.equal((await shop.sendRefundEvent(made!)).status, 200);
      assert.deepEqual(await summary(shop, id), [
        `requested failed: ${AMOUNT} of the order, ${GRAMS} g none`,
        `dispute completed: ${AMOUNT} of the order, ${GRAMS} g returned`,
      ]);
      assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(AMOUNT));
      assert.deepEqual(await booked(shop, id), NOTHING);
    }));
});
