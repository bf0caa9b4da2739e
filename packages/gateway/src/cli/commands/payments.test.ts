import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SANDBOX } from '../../sandbox.ts';
import { type Ended, runCommand } from '../../testing/command-line.ts';
import { stripeDialect } from '../../testing/provider-dialects.ts';
import { openShop, type ProviderShop } from '../../testing/provider-shop.ts';
import { until } from '../../testing/until.ts';

const HOUR_MS = 3_600_000;

describe('commands on payments and refunds', () => {
  let shop: ProviderShop;
  before(async () => {
    shop = await openShop(stripeDialect);
  });
  after(() => shop.close());

  const run = (...words: string[]): Promise<Ended> => runCommand(shop.environment, ...words, '--sandbox');
  // biome-ignore lint/suspicious/noExplicitAny: whatever a command prints
  const json = async (...words: string[]): Promise<any> => {
    const { code, out, err } = await run(...words);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };

  it('orders refund refunds only that order, and prints the refund', async () => {
    const [one, other] = [await shop.paid(), await shop.paid()];
    const requested = await shop.caller.post(`/offset-gateway/orders/${other.id}/refunds`, {
      emission_amount: 1,
    });
    assert.equal(requested.status, 201);
    await until(async () => (await shop.refunds(other.id))[0]?.state === 'completed');
    // Also due, but not named by the operator.
    await shop.db.kysely
      .updateTable('refunds')
      .set({ state: 'pending', provider_reference: null, next_attempt_at: Date.now() + HOUR_MS })
      .where('order_id', '=', other.id)
      .execute();
    const [part] = await json('orders', 'refund', one.id, '--kilograms', '146', '--reason', 'leg cancelled');
    assert.deepEqual(
      [part.order_id, part.status, part.grams, part.reason],
      [one.id, 'completed', 146_000, 'leg cancelled'],
    );
    const over = await run('orders', 'refund', one.id, '--kilograms', '1001');
    assert.equal(over.code, 1);
    assert.match(over.err, /^--kilograms is more than is left of this order: refund at most 1000 kgCO2\.$/m);
    const [rest] = await json('orders', 'refund', one.id);
    assert.equal(part.amount.amount_minor + rest.amount.amount_minor, 137_405);
    assert.equal((await shop.refunds(other.id))[0]?.state, 'pending');
    const nothing = await run('orders', 'refund', one.id);
    assert.equal(nothing.code, 1);
    assert.match(nothing.err, /Nothing of .* is left to refund: all of it is refunded, disputed or free\./);
    const pending = await run('orders', 'refund', (await shop.begun()).id);
    assert.match(pending.err, /Nothing of .* is left to refund: it is pending\./);
    const shown = await json('orders', 'show', one.id);
    assert.deepEqual([shown.refunds.length, shown.transactions.length], [2, 3]);
  });

  it("refunds list names each refund by its identifier and the provider's reference, also in a terminal", async () => {
    const order = await shop.paid();
    for (const kilograms of ['100', '100'])
      await json('orders', 'refund', order.id, '--kilograms', kilograms);
    const printed: { orderId: string; id?: string; reference?: string }[] = await json(
      ...['refunds', 'list', SANDBOX.merchantId],
    );
    const stored = await shop.refunds(order.id);
    assert.deepEqual(
      printed.filter(({ orderId }) => orderId === order.id).map(({ id, reference }) => [id, reference]),
      stored.map(({ id, provider_reference }) => [id, provider_reference]).toReversed(),
    );
    const { out } = await run('refunds', 'list', SANDBOX.merchantId, '--table');
    for (const { id, provider_reference } of stored)
      assert.match(
        out,
        new RegExp(`^id +${id}$[^]*^reference +${provider_reference}$`, 'm'),
        'in a terminal too',
      );
  });

  it('orders show prints the amount that was paid, not the amount due, in a terminal', async () => {
    const order = await shop.begun();
    shop.take(order.session, { currency: 'EUR', amount_minor: 1705 });
    assert.equal((await shop.sendSessionEvent(order.session)).status, 200);
    const { out } = await run('orders', 'show', order.id, '--table');
    assert.match(out, /^ +pay_\w+ +stripe +captured +17\.05 EUR\b/m);
  });

  it('orders refund --surplus returns money that pays for nothing, and leaves the order unchanged', async () => {
    const order = await shop.begun();
    shop.take(order.session, { currency: 'INR', amount_minor: 137_405 + 500 });
    assert.equal((await shop.sendSessionEvent(order.session)).status, 200);
    await until(async () => (await shop.refunds(order.id))[0]?.state === 'completed');
    const none = await run('orders', 'refund', order.id, '--surplus');
    assert.equal(none.code, 1);
    assert.match(none.err, /pays for it or is refunded/);
    // The payer's bank returned the money.
    await shop.db.kysely
      .updateTable('refunds')
      .set({ state: 'failed' })
      .where('order_id', '=', order.id)
      .execute();
    const [refund, ...others] = await json('orders', 'refund', order.id, '--surplus');
    assert.deepEqual([refund.cause, refund.amount.amount_minor, others], ['surplus', 500, []]);
    const { status, refunded } = await shop.fetchOrder(order.id);
    assert.deepEqual([status, refunded], ['completed', undefined]);
    assert.equal((await run('orders', 'refund', order.id, '--surplus', '--kilograms', '1')).code, 2);
  });

  it('orders refund names an order that is pending or unknown, and an invalid option', async () => {
    const pending = await shop.order();
    assert.match((await run('orders', 'refund', pending.id)).err, /it is pending/);
    assert.match((await run('orders', 'refund', 'ord_none')).err, /There is no order ord_none/);
    const { code, err } = await run('orders', 'refund', pending.id, '--kilograms', 'many');
    assert.equal(code, 2);
    assert.match(err, /--kilograms/);
  });

  it('payments reconcile applies payments whose events were lost, and prints the unclaimed ones', async () => {
    const lost = await shop.begun();
    const gone = await shop.begun();
    for (const { session } of [lost, gone]) shop.take(session);
    const { kysely } = shop.db;
    for (const table of ['payments', 'allocations'] as const)
      await kysely.deleteFrom(table).where('order_id', '=', gone.id).execute();
    await kysely.deleteFrom('orders').where('id', '=', gone.id).execute();
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    const found = await json('payments', 'reconcile', '--since', since);
    assert.equal(found.payments_settled, 1);
    assert.equal((await shop.fetchOrder(lost.id)).status, 'completed');
    assert.deepEqual(
      found.unclaimed.map((one: { reference: string }) => one.reference),
      [gone.session.id],
    );
    assert.equal((await json('payments', 'unclaimed')).length, 1);
    assert.equal((await run('payments', 'resolve', gone.session.id)).code, 0);
    assert.deepEqual(await json('payments', 'unclaimed'), []);
    assert.equal((await json('payments', 'unclaimed', '--all')).length, 1);
    assert.equal((await run('payments', 'resolve', gone.session.id)).code, 1);
    const later = new Date(Date.now() + HOUR_MS).toISOString();
    for (const since of [
      'yesterday',
      '2026-02-30',
      '2026-02-30T09:30:00Z',
      '2026-02-03T09:30:00',
      '-1',
      later,
    ])
      assert.equal((await run('payments', 'reconcile', `--since=${since}`)).code, 2, since);
  });

  it('payments reconcile sends a refused refund before its next turn', async () => {
    const order = await shop.paid();
    Object.assign(shop.api, { failing: 1_000 });
    const { err } = await run('orders', 'refund', order.id);
    Object.assign(shop.api, { failing: 0 });
    assert.match(err, /has not accepted the refund yet/);
    await shop.db.kysely
      .updateTable('refunds')
      .set({ next_attempt_at: Date.now() + 6 * HOUR_MS })
      .where('order_id', '=', order.id)
      .execute();
    assert.equal((await json('payments', 'reconcile')).refunds_sent, 1);
    assert.equal((await shop.refunds(order.id))[0]?.state, 'completed');
  });

  it('payments reconcile names the provider that fails, and prints no key', async () => {
    await shop.begun();
    Object.assign(shop.api, { failing: 1_000, echoing: true });
    const { code, err, out } = await run('payments', 'reconcile');
    Object.assign(shop.api, { failing: 0, echoing: false });
    assert.equal(code, 1);
    assert.match(err, /stripe/i);
    assert.doesNotMatch(err + out, /unmistakable/);
  });

  it('merchants set --refund-webhooks turns webhooks about refunds on and off', async () => {
    const wants = async (): Promise<number | undefined> =>
      (await shop.db.kysely.selectFrom('merchants').selectAll().executeTakeFirst())?.refund_webhooks;
    assert.equal(await wants(), 0);
    assert.equal((await run('merchants', 'set', 'sandbox-merchant', '--refund-webhooks', 'on')).code, 0);
    assert.equal(await wants(), 1);
    assert.equal((await run('merchants', 'set', 'sandbox-merchant', '--refund-webhooks', 'off')).code, 0);
    assert.equal(await wants(), 0);
    assert.equal((await run('merchants', 'set', 'sandbox-merchant', '--refund-webhooks', 'maybe')).code, 2);
  });
});
