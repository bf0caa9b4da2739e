import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { type SharedPostgres, sharedPostgres } from '../testing/postgres.ts';
import { razorpayDialect } from '../testing/provider-dialects.ts';
import { openShop } from '../testing/provider-shop.ts';

describe('two gateways on one database, and a payer who clicks twice on each', () => {
  let server: SharedPostgres;
  before(async () => {
    server = await sharedPostgres();
  });
  after(() => server.stop());

  it('make one payment link per order, ten times out of ten', async () => {
    const databaseUrl = await server.createMigrated();
    const shop = await openShop(razorpayDialect, { databaseUrl });
    const environment = {
      ...razorpayDialect.environment,
      GATEWAY_PROVIDER: 'razorpay',
      GATEWAY_PROVIDER_API_URL: shop.api.url,
    };
    const other = await startGateway({ databaseUrl, environment });
    const otherCaller = callerOf(other.url);
    for (let round = 1; round <= 10; round += 1) {
      const { id, path } = await shop.order();
      const body = (): URLSearchParams => new URLSearchParams({ action: 'pay' });
      const clicks = await Promise.all([
        shop.pay(path),
        otherCaller.raw(path, { method: 'POST', body: body() }),
        shop.pay(path),
        otherCaller.raw(path, { method: 'POST', body: body() }),
      ]);
      assert.equal(new Set(clicks.map(({ headers }) => headers.get('location'))).size, 1);
      assert.equal(shop.api.books.sessions.size, round);
      assert.equal((await shop.payments(id)).length, 1);
    }
    await other.close();
    await shop.close();
  });
});
