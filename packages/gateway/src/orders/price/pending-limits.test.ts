import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CreateOrder, grams } from '@flight-offset/core';
import { readLotUse } from '../../allotments/lot-use.ts';
import { importCatalogue } from '../../projects/import.ts';
import { createPortfolio, offerPortfolios } from '../../projects/manage-portfolios.ts';
import { onBothEngines } from '../../testing/engines.ts';
import {
  addMerchant,
  MERCHANT,
  openStore,
  PROJECT,
  settleOrder,
  type TestStore,
} from '../../testing/store.ts';
import type { OrderContext } from '../context.ts';
import { createOrder } from '../create.ts';
import { expireOrders } from '../end/expire.ts';
import { pendingQuota } from './pending-limits.ts';

const OTHER = 'merchant-b';
const tonnes = (emission_amount: number): CreateOrder => ({ emission_amount, emission_unit: 'tonCO2e' });

/** A store of 5000 t, in which an order may hold 1000 t and a merchant half of the unsold stock. */
async function openLimited(url: string): Promise<TestStore & { readonly limited: OrderContext }> {
  const store = await openStore(url, 5000e6);
  await addMerchant(store.db, OTHER);
  const limits = { orderGrams: 1000e6, merchantShare: 0.5, merchantGrams: 1e15 };
  return { ...store, limited: { ...store.context, limits } };
}

async function idOf(created: Promise<{ body: string }>): Promise<string> {
  return JSON.parse((await created).body).order_id;
}

it('a merchant that already holds more than its limit has 0 g left, not less', () => {
  const limits = { orderGrams: 1000, merchantShare: 0.5, merchantGrams: 5000 };
  const quota = pendingQuota(limits, 3000, 4000);
  assert.equal(quota.left(), 0);
  assert.doesNotThrow(() => quota.check(grams(0)));
  assert.throws(() => quota.check(grams(1)), { code: 40905, message: /hold 0.003 t of at most 0.002 t/ });
  const whole = { code: 40905, message: /^Your unpaid orders hold/ };
  assert.throws(
    () => quota.check(grams(1000)),
    whole,
    'as much as an order may hold is not too much for one',
  );
  assert.equal(pendingQuota({ ...limits, orderGrams: 2 }, 2, 5).left(), 0, '2.5 g of stock are 2');
});

onBothEngines('unpaid orders', ({ database }) => {
  it('of one merchant hold at most half of the unsold stock, while others can buy', async () => {
    const { db, limited } = await openLimited(await database());
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => createOrder(limited, MERCHANT, tonnes(833))),
    );
    assert.deepEqual(
      results.map((result) => (result.status === 'rejected' ? result.reason.code : 'made')),
      ['made', 'made', 'made', 40905, 40905, 40905],
    );
    const [, , , fourth] = results;
    assert.ok(fourth?.status === 'rejected');
    assert.match(fourth.reason.message, /hold 2499 t of at most 2500 t/);
    await createOrder(limited, MERCHANT, tonnes(1));
    await createOrder(limited, OTHER, tonnes(833));
    await db.close();
  });

  it('above the limit of one order are refused with that limit', async () => {
    const { db, limited } = await openLimited(await database());
    const message = /emission_amount is 1000.000001 t, and one order may hold at most 1000 t/;
    await assert.rejects(createOrder(limited, MERCHANT, tonnes(1000.000001)), { code: 40913, message });
    // An order of more than the stock is not reported as sold out either.
    await assert.rejects(createOrder(limited, MERCHANT, tonnes(5001)), { code: 40913 });
    await createOrder(limited, MERCHANT, tonnes(1000));
    assert.equal((await db.kysely.selectFrom('orders').selectAll().execute()).length, 1);
    await db.close();
  });

  it('hold nothing once they are paid or failed', async () => {
    const { db, limited } = await openLimited(await database());
    const ids = [
      await idOf(createOrder(limited, MERCHANT, tonnes(1000))),
      await idOf(createOrder(limited, MERCHANT, tonnes(1000))),
    ];
    await assert.rejects(createOrder(limited, MERCHANT, tonnes(501)), { code: 40905 });
    await settleOrder({ db, context: limited }, ids[0] ?? '', 'failed');
    await createOrder(limited, MERCHANT, tonnes(1000));
    await settleOrder({ db, context: limited }, ids[1] ?? '', 'completed');
    // 4000 t are unsold now, of which 1000 are held.
    await createOrder(limited, MERCHANT, tonnes(1000));
    await assert.rejects(createOrder(limited, MERCHANT, tonnes(0.001)), { code: 40905 });
    await db.close();
  });

  it('may hold all of a small stock in one order', async () => {
    const store = await openStore(await database(), 900e6);
    const limited = {
      ...store.context,
      limits: { orderGrams: 1000e6, merchantShare: 0.5, merchantGrams: 1e15 },
    };
    await createOrder(limited, MERCHANT, tonnes(900));
    await store.db.close();
  });

  it('hold at most the limit of the operator, however large the stock is', async () => {
    const { db, limited } = await openLimited(await database());
    const strict = { ...limited, limits: { ...limited.limits, merchantGrams: 3e6 } };
    await createOrder(strict, MERCHANT, tonnes(2));
    const message = /hold 2 t of at most 3 t/;
    await assert.rejects(createOrder(strict, MERCHANT, tonnes(2)), { code: 40905, message });
    await createOrder(strict, OTHER, tonnes(2));
    const alone = /emission_amount is 4 t, and one order may hold at most 3 t/;
    await assert.rejects(createOrder(strict, OTHER, tonnes(4)), { code: 40913, message: alone });
    await db.close();
  });

  it('that cost nothing count towards no limit', async () => {
    const { db, limited } = await openLimited(await database());
    const effective_from = new Date(limited.now()).toISOString();
    await importCatalogue(db, { projects: [{ ...PROJECT, price_per_tonne: 0, effective_from }] });
    await Promise.all(Array.from({ length: 4 }, () => createOrder(limited, MERCHANT, tonnes(833))));
    await db.close();
  });

  it('of aviation fuel hold at most half of the unsold fuel, whatever is held of credits', async () => {
    const { db, limited } = await openLimited(await database());
    const lots = [{ id: 'fuel', serial_prefix: 'F', grams: 3000e6 }];
    await importCatalogue(db, { projects: [{ ...PROJECT, id: 'fuel', product: 'aviation_fuel', lots }] });
    await createPortfolio(db, { id: 'fuel', name: 'Fuel', parts: [{ project: 'fuel', share: 1 }] }, 0);
    await offerPortfolios(db, ['fuel']);
    const fuel = (amount: number) => createOrder(limited, MERCHANT, { ...tonnes(amount), portfolio: 'fuel' });
    await fuel(1000);
    const message = /hold 1000 t of at most 1500 t/;
    await assert.rejects(fuel(501), { code: 40905, message });
    for (const credits of [1000, 1000, 500]) await createOrder(limited, MERCHANT, tonnes(credits));
    await fuel(500);
    await db.close();
  });

  it('that are refused leave their key free and reserve nothing', async () => {
    const { db, limited } = await openLimited(await database());
    const ask = (amount: number, bodyHash: string) =>
      createOrder(limited, MERCHANT, tonnes(amount), { idempotency: { key: 'k', bodyHash } });
    await assert.rejects(ask(2000, 'h'), { code: 40913 });
    assert.equal((await ask(2, 'other')).replayed, false);
    const [lot] = await readLotUse(db.kysely);
    assert.equal(lot?.reserved, 2e6);
    await db.close();
  });

  it('expire soon if no payment is started', async () => {
    const { db, limited, setNow } = await openLimited(await database());
    await createOrder(limited, MERCHANT, tonnes(1000));
    setNow(limited.now() + limited.holdMs);
    assert.equal(await expireOrders(limited), 1);
    const [lot] = await readLotUse(db.kysely);
    assert.equal(lot?.reserved, 0);
    await db.close();
  });
});
