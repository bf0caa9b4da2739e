import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { completeOrder } from '../orders/end/complete.ts';
import { failPending } from '../orders/end/fail-pending.ts';
import { lockOrder, type OrderKey } from '../orders/end/lock-orders.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Tx } from '../store/transaction.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { type SharedPostgres, sharedPostgres } from '../testing/postgres.ts';
import { stripeDialect } from '../testing/provider-dialects.ts';
import { openShop, type ProviderShop } from '../testing/provider-shop.ts';

const BACK = 'http://localhost:4999/back';

// On SQLite, a transaction locks the whole file.
describe('a payer who cancels at the moment', () => {
  let server: SharedPostgres;
  let shop: ProviderShop;
  before(async () => {
    server = await sharedPostgres();
    shop = await openShop(stripeDialect, { databaseUrl: await server.createMigrated() });
  });
  after(async () => {
    await shop?.close();
    await server.stop();
  });

  /** Presses Cancel while a transaction ends the order. @returns the order, its page, and where the button leads. */
  async function cancelled(end: (tx: Tx, order: OrderKey) => Promise<unknown>) {
    const { id, path } = await shop.order();
    const page = `${path}?return_url=${encodeURIComponent(BACK)}`;
    const body = new URLSearchParams({ action: 'cancel' });
    const { headers } = await runDuringTransaction(
      shop.db,
      (tx) => end(tx, { id, merchant_id: SANDBOX.merchantId }),
      () => shop.caller.raw(page, { method: 'POST', body }),
    );
    return { id, page, location: headers.get('location') };
  }

  it('the payment arrives sees the receipt: the order is paid', async () => {
    const { page, location } = await cancelled(async (tx, order) =>
      completeOrder(tx, shop.context, await lockOrder(tx, shop.context, order)),
    );
    assert.equal(location, page);
  });

  it('another tab has cancelled goes back', async () => {
    const { page, location } = await cancelled((tx, order) => failPending(tx, shop.context, order));
    assert.equal(location, `${page}&from=cancel`);
  });
});
