import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TEXTS } from '../pages/messages/texts.ts';
import { TEST_DIALECTS } from '../testing/provider-dialects.ts';
import { type ProviderShop, withShop } from '../testing/provider-shop.ts';
import { HOUR_MS, MINUTE_MS } from '../time-span.ts';

const { en } = TEXTS;
const BACK = 'return_url=http%3A%2F%2Flocalhost%3A4999%2Fback';

/** Presses the button of those who need more time. */
const press = ({ caller }: ProviderShop, path: string) =>
  caller.raw(`${path}?lang=en&${BACK}`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'more-time' }),
  });

const pageOf = async ({ caller }: ProviderShop, path: string): Promise<string> =>
  (await caller.raw(`${path}?lang=en`)).text;

describe('a payer who needs more time', () => {
  for (const dialect of TEST_DIALECTS)
    it(`gets ten times the limit on the page and at ${dialect.name}, also if they had opened the provider’s page`, () =>
      withShop(dialect, {}, async (shop) => {
        const { id, path, session } = await shop.begun();
        const [short] = await shop.payments(id);
        assert.match(await pageOf(shop, path), /Time left to pay: (?:119 minutes|2 hours), until .* UTC\./);
        const { status, headers } = await press(shop, path);
        assert.deepEqual([status, headers.get('location')], [303, `${path}?lang=en&${BACK}&from=more-time`]);
        const page = await pageOf(shop, path);
        assert.match(page, /Time left to pay: (?:19|20) hours, until .* UTC\./);
        assert.doesNotMatch(page, /more-time/);
        assert.equal((await shop.pay(path)).status, 303);
        assert.equal(session.state, 'closed');
        const open = (await shop.payments(id)).find(({ state }) => state === 'started');
        const gained = (open?.session_expires_at ?? 0) - (short?.session_expires_at ?? 0);
        assert.ok(gained > 17 * HOUR_MS && gained <= 18 * HOUR_MS, `${gained / HOUR_MS} h`);
        const again = await shop.pay(path);
        assert.equal(again.headers.get('location'), open?.redirect_url, 'another press leads there, too');
      }));

  it('gets none once the order has expired or ended', () =>
    withShop(TEST_DIALECTS[0]!, {}, async (shop) => {
      const { path } = await shop.order();
      const other = await shop.order();
      await shop.caller.raw(other.path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
      shop.advance(30 * MINUTE_MS);
      for (const one of [path, other.path]) {
        const { status, headers } = await press(shop, one);
        assert.deepEqual([status, headers.get('location')], [303, `${one}?lang=en&${BACK}`]);
      }
      assert.ok((await pageOf(shop, path)).includes(en.expired));
      const orders = shop.db.kysely.selectFrom('orders').select(['created_at', 'expires_at']);
      for (const { created_at, expires_at } of await orders.execute())
        assert.equal(expires_at - created_at, 30 * MINUTE_MS);
    }));

  it('is refused with a reason while the merchant’s unpaid orders hold too much, and can still pay', () =>
    withShop(TEST_DIALECTS[0]!, { environment: { GATEWAY_MAX_PENDING_TONNES: '2' } }, async (shop) => {
      const { path } = await shop.order();
      const { status, text } = await press(shop, path);
      assert.equal(status, 422);
      assert.ok(text.includes(en.noMoreTime));
      assert.match(text, /Time left to pay: (?:29|30) minutes/);
      assert.equal((await shop.pay(path)).status, 303);
    }));

  it('has no button for it if the page takes no payment', () =>
    withShop({ ...TEST_DIALECTS[0]!, name: 'none', environment: {} } as never, {}, async (shop) => {
      const { path } = await shop.order();
      assert.doesNotMatch(await pageOf(shop, path), /more-time/);
      assert.equal((await press(shop, path)).status, 200);
      const order = shop.db.kysely.selectFrom('orders').select(['created_at', 'expires_at']);
      const { created_at, expires_at } = await order.executeTakeFirstOrThrow();
      assert.equal(expires_at - created_at, 30 * MINUTE_MS);
    }));
});
