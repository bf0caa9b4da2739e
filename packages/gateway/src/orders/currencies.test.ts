import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { exponentOf, type Order, offerSchema, parse } from '@flight-offset/core';
import { type RunningGateway, startGateway } from '../index.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';

const ORDERS = '/offset-gateway/orders';
const TEST_CARD = '4242424242424242';

/** Prices of 1146 kg by the sandbox's price lists, written by hand: minor units, and paise at the list's rate. */
const PRICES: readonly [currency: string, perTonne: number, amount: number, inr: number, shown: string][] = [
  ['INR', 1199, 137_405, 137_405, '₹1,374.05'],
  // 12.46 EUR a tonne × 1.146 = 14.27916; × 96.2 = 1372.774
  ['EUR', 12.46, 1428, 137_374, '€14.28'],
  // 2067 JPY × 1.146 = 2368.782; × 0.58 = 1374.02
  ['JPY', 2067, 2369, 137_402, 'JP¥2,369'],
  // 4.149 KWD × 1.146 = 4.754754; × 289 = 1374.195
  ['KWD', 4.149, 4755, 137_420, 'KWD\u00a04.755'],
];

onBothEngines('an order in the currency of the booking', ({ database }) => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    gateway = await startGateway({ databaseUrl: await database() });
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  const create = async (body: object) => (await caller.post(ORDERS, { emission_amount: 1146, ...body })).json;
  const overview = async () => (await caller.get(ORDERS)).json.overview.total_amount_paid as number;

  for (const [currency, perTonne, amount_minor, inr, shown] of PRICES) {
    const price = { currency, amount_minor };

    it(`${currency}: is offered, ordered, paid and receipted to the minor unit`, async () => {
      const offer = parse(offerSchema, (await caller.get(`/offset-gateway/offer?currency=${currency}`)).json);
      assert.deepEqual([offer.currency, offer.price_per_tonne], [currency, perTonne]);
      const before = await overview();
      const { order_id, payment_url } = await create({ currency, expected_price: price });
      const page = await fetch(payment_url, { headers: { 'accept-language': 'en' } });
      assert.ok((await page.text()).includes(`Pay ${shown}`), shown);
      const paid = await fetch(payment_url, {
        method: 'POST',
        headers: { origin: gateway.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ action: 'pay', card: TEST_CARD }),
      });
      assert.equal(paid.status, 200);

      const order: Order = (await caller.get(`${ORDERS}/${order_id}`)).json;
      assert.deepEqual([order.status, order.price], ['completed', currency === 'INR' ? undefined : price]);
      assert.equal(Math.round((await overview()) * 100) - Math.round(before * 100), inr);
      const jws = await (await fetch(`${payment_url}/receipt.jws`)).text();
      const claims = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
      assert.deepEqual(
        [claims.amount, claims.currency],
        [amount_minor / 10 ** exponentOf(currency), currency],
      );
      const csv = (await caller.get('/offset-gateway/exports/orders.csv')).text;
      const line = csv.split('\r\n').find((one) => one.startsWith(order_id));
      const inUnits = (amount_minor / 10 ** exponentOf(currency)).toFixed(exponentOf(currency));
      assert.ok(line?.includes(`,${(inr / 100).toFixed(2)},${currency},${inUnits},payer,`), line);
    });

    it(`${currency}: is confirmed with the booking, and on a statement in that currency`, async () => {
      const statement = async () =>
        (await caller.get(`/offset-gateway/statements/open_${currency}`)).json.total_minor ?? 0;
      const before = await statement();
      const { order_id } = await create({ currency, expected_price: price });
      const { json } = await caller.post(`${ORDERS}/${order_id}/confirm`, { reference: 'EX7K2P' });
      assert.deepEqual([json.status, json.price], ['completed', price]);
      assert.equal((await statement()) - before, amount_minor);
    });
  }

  it('is refused by name without a price list, and nothing is created', async () => {
    const { total_orders } = (await caller.get(ORDERS)).json.overview;
    const refused = await create({ currency: 'SEK' });
    assert.equal(refused.error, 40002);
    assert.match(
      refused.message,
      /currency: SEK has no price list; offered are CHF, EUR, GBP, INR, JPY, KWD, USD/,
    );
    for (const currency of ['eur', 'EURO', '', 7, null, 'XXX'])
      assert.match((await create({ currency })).message, /currency/, String(currency));
    const offer = await caller.get('/offset-gateway/offer?currency=SEK');
    assert.equal(offer.status, 400);
    assert.equal((await caller.get('/offset-gateway/offer?currency=euro')).json.error, 40003);
    assert.equal((await caller.get(ORDERS)).json.overview.total_orders, total_orders);
  });

  it('is refused if the expected price is in another currency', async () => {
    const { error } = await create({
      currency: 'EUR',
      expected_price: { currency: 'USD', amount_minor: 1428 },
    });
    assert.equal(error, 40904);
  });
});
