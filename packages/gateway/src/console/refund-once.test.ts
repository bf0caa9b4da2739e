/** A console form that is sent twice refunds once, and shows the same both times. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { type ConsoleVisitor, formOf, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';

const MERCHANT = '/merchants/sandbox-merchant';

onBothEngines('a refund of the console', ({ database }) => {
  async function withGateway(
    work: (caller: Caller, visitor: ConsoleVisitor, url: string) => Promise<void>,
  ): Promise<void> {
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      await work(callerOf(gateway.url), await sandboxVisitor(gateway.url, 'finance'), gateway.url);
    } finally {
      await gateway.close();
    }
  }

  async function paidOrder(caller: Caller): Promise<string> {
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1000 });
    await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
    return json.order_id;
  }

  /** Hidden fields of the refund form, as rendered now. */
  async function question(
    visitor: ConsoleVisitor,
    order: string,
    what: string,
  ): Promise<Record<string, string>> {
    const { text } = await visitor.get(`${MERCHANT}/orders/${order}/refund?${what}`);
    const { hidden } = formOf(text);
    assert.ok(hidden.once, text);
    return hidden;
  }

  /** Grams of each refund, the smallest first. */
  async function refunded(caller: Caller, order: string): Promise<number[]> {
    const { json } = await caller.get(`/offset-gateway/orders/${order}/refunds`);
    return json.refunds.map(({ grams }: { grams: number }) => grams).sort((a: number, b: number) => a - b);
  }

  it('is made once, however often its form is sent, with the same page after each press', () =>
    withGateway(async (caller, visitor, url) => {
      const order = await paidOrder(caller);
      const path = `${MERCHANT}/orders/${order}/refund`;
      const form = { ...(await question(visitor, order, 'kilograms=600')), reason: 'cancelled' };
      const presses = [visitor.post(path, form), visitor.post(path, form)];
      for (const press of [...(await Promise.all(presses)), await visitor.post(path, form)]) {
        assert.equal(press.status, 303);
        assert.equal(press.headers.get('location'), `/console${MERCHANT}/orders/${order}?done=refund`);
      }
      assert.deepEqual(await refunded(caller, order), [600_000]);
      const admin = await sandboxVisitor(url, 'admin');
      const log = (await admin.get(`${MERCHANT}/audit`)).text;
      assert.equal(log.match(/refund\.requested/g)?.length, 1);
    }));

  it('is made once per form: of a reloaded page, of another order', () =>
    withGateway(async (caller, visitor) => {
      const [order, other] = [await paidOrder(caller), await paidOrder(caller)];
      const form = await question(visitor, order, 'kilograms=100');
      const send = (id: string, fields: Record<string, string>) =>
        visitor.post(`${MERCHANT}/orders/${id}/refund`, fields);
      assert.equal((await send(order, form)).status, 303);
      assert.equal((await send(order, await question(visitor, order, 'kilograms=100'))).status, 303);
      assert.equal((await send(other, form)).status, 303);
      assert.deepEqual(await refunded(caller, order), [100_000, 100_000]);
      assert.deepEqual(await refunded(caller, other), [100_000]);
    }));

  it('is refused for a form that was changed after it was sent', () =>
    withGateway(async (caller, visitor) => {
      const order = await paidOrder(caller);
      const form = await question(visitor, order, 'kilograms=100');
      const path = `${MERCHANT}/orders/${order}/refund`;
      await visitor.post(path, form);
      const { status, text } = await visitor.post(path, { ...form, kilograms: '200' });
      assert.equal(status, 409);
      assert.match(text, /This form was sent before with other values/);
      assert.deepEqual(await refunded(caller, order), [100_000]);
    }));

  it('can be corrected in a form that was refused', () =>
    withGateway(async (caller, visitor) => {
      const order = await paidOrder(caller);
      const form = await question(visitor, order, 'kilograms=100');
      const path = `${MERCHANT}/orders/${order}/refund`;
      assert.equal((await visitor.post(path, { ...form, kilograms: '1001' })).status, 409);
      assert.equal((await visitor.post(path, form)).status, 303);
      assert.deepEqual(await refunded(caller, order), [100_000]);
    }));

  it('is refused once the order was refunded after the page was opened, even if enough is left', () =>
    withGateway(async (caller, visitor) => {
      const order = await paidOrder(caller);
      const forms = [
        await question(visitor, order, 'kilograms=100'),
        await question(visitor, order, 'all=yes'),
      ];
      await caller.post(`/offset-gateway/orders/${order}/refunds`, { emission_amount: 100 });
      for (const form of forms) {
        const { status, text } = await visitor.post(`${MERCHANT}/orders/${order}/refund`, form);
        assert.equal(status, 409);
        assert.match(text, /The order was refunded or disputed after you opened this page/);
      }
      assert.deepEqual(await refunded(caller, order), [100_000]);
    }));

  it("is independent of idempotency keys in the merchant's own requests", () =>
    withGateway(async (caller, visitor) => {
      const order = await paidOrder(caller);
      const { once = '' } = await question(visitor, order, 'kilograms=100');
      for (const key of [once, `console refund ${order} ${once}`]) {
        const headers = { 'idempotency-key': key };
        const path = `/offset-gateway/orders/${order}/refunds`;
        assert.equal((await caller.post(path, { emission_amount: 50 }, headers)).status, 201);
      }
      const form = { ...(await question(visitor, order, 'kilograms=100')), once };
      const { status } = await visitor.post(`${MERCHANT}/orders/${order}/refund`, form);
      assert.equal(status, 303);
      assert.deepEqual(await refunded(caller, order), [50_000, 50_000, 100_000]);
    }));

  it('takes everything left only with the button that states it, and is refused without an amount', () =>
    withGateway(async (caller, visitor) => {
      const order = await paidOrder(caller);
      const path = `${MERCHANT}/orders/${order}/refund`;
      const form = await question(visitor, order, 'all=yes');
      const { all: _, ...none } = form;
      const { status, text } = await visitor.post(path, { ...none, kilograms: '', reason: 'cancelled' });
      assert.equal(status, 422);
      assert.match(text, /Enter the kilograms to refund, or press/);
      assert.deepEqual(await refunded(caller, order), []);
      const all = await visitor.post(path, { ...form, kilograms: '3' });
      assert.equal(all.status, 303);
      assert.deepEqual(await refunded(caller, order), [1_000_000]);
    }));

  it('is refused for a form that no page created', () =>
    withGateway(async (caller, visitor) => {
      const order = await paidOrder(caller);
      const hostile = [
        '',
        'again',
        `${randomUUID()}\n${order}`,
        '%00',
        "'; drop table refunds; --",
        'ä'.repeat(9000),
      ];
      for (const form of [{}, ...hostile.map((once) => ({ once }))]) {
        const { status, text } = await visitor.post(`${MERCHANT}/orders/${order}/refund`, form);
        assert.equal(status, 422);
        assert.match(text, /The form is incomplete\. Reload its page/);
      }
      assert.deepEqual(await refunded(caller, order), []);
    }));
});
