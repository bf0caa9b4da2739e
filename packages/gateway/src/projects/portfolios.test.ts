import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CreateOrder, type Order, splitByShares } from '@flight-offset/core';
import fc from 'fast-check';
import { readLotUse } from '../allotments/lot-use.ts';
import { listAudit } from '../audit/list.ts';
import { OPERATOR_CHAIN } from '../audit/record.ts';
import { createOrder } from '../orders/create.ts';
import { completeTogether } from '../orders/end/complete-together.ts';
import { findOrder, listOrders, showOrder } from '../orders/find.ts';
import { endRefund, recordRefund } from '../refunds/record.ts';
import type { RefundRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { hasLockWait } from '../testing/lock-wait.ts';
import { listQuery } from '../testing/recount.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { blendCapacity } from './blend.ts';
import { importCatalogue } from './import.ts';
import { listPortfolios } from './list-portfolios.ts';
import { createPortfolio, offerPortfolios, setPortfolio, withdrawPortfolio } from './manage-portfolios.ts';
import type { PricedProject } from './price-lists.ts';
import { removePortfolio } from './remove-portfolios.ts';

const project = (id: string, price_per_tonne: number, grams: number, more: object = {}): object => ({
  id,
  name: `Test ${id}`,
  registry: 'Test Registry',
  project_id: `T-${id}`,
  category: 'Test category',
  type: 'Test type',
  public_url: `https://example.com/${id}`,
  price_per_tonne,
  effective_from: '2020-01-01T00:00:00Z',
  lots: [{ id: `${id}-lot`, serial_prefix: id, grams }],
  ...more,
});

/** Wind in two lots (1 kg and 9 kg), mangroves (5 kg) and fuel (2 kg), and three portfolios on offer. */
async function openPortfolios(url: string): Promise<TestStore> {
  const store = await openStore(url, 1000);
  await importCatalogue(store.db, {
    projects: [
      project('wind', 1000, 9000),
      project('mangroves', 2000, 5000),
      project('fuel', 40_000, 2000, { product: 'aviation_fuel' }),
    ],
  });
  const offer = { wind: ['wind:1'], blend: ['mangroves:30', 'wind:70'], fuel: ['fuel:1'] };
  for (const [id, parts] of Object.entries(offer)) {
    const split = parts.map((part) => part.split(':'));
    const shares = split.map(([name = '', share]) => ({ project: name, share: Number(share) }));
    await createPortfolio(store.db, { id, name: `Portfolio ${id}`, parts: shares }, 0);
  }
  await offerPortfolios(store.db, Object.keys(offer));
  return store;
}

const kilograms = (emission_amount: number, portfolio?: string): CreateOrder => ({
  emission_amount,
  emission_unit: 'kgCO2',
  ...(portfolio !== undefined && { portfolio }),
});

async function create(store: TestStore, input: CreateOrder): Promise<string> {
  const { body } = await createOrder(store.context, MERCHANT, input);
  return JSON.parse(body).order_id;
}

async function show({ context }: TestStore, id: string): Promise<Order> {
  const row = await findOrder(context, MERCHANT, id);
  assert.ok(row);
  return showOrder(context, row);
}

/** Grams of each project, as the list shows them. */
const partsOf = ({ projects = [] }: Order): Record<string, number> =>
  Object.fromEntries(projects.map(({ project_id, grams }) => [project_id, grams]));

const pay = (store: TestStore, id: string): Promise<unknown> => settleOrder(store, id, 'completed');

async function freeGrams({ db }: TestStore): Promise<Record<string, number>> {
  return Object.fromEntries((await readLotUse(db.kysely)).map(({ id, free }) => [id, free]));
}

it('the largest order of a blend fits its parts, and equals its capacity up to rounding', () => {
  const part = fc.record({ share: fc.integer({ min: 1, max: 100 }), free: fc.nat(10_000) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const offered = parts.map(() => ({}) as PricedProject);
      const blend = parts.map(({ share }, at) => ({ share, offered: offered[at]! }));
      const mass = blendCapacity(blend, (one) => parts[offered.indexOf(one)]!.free);
      const shares = parts.map(({ share }) => share);
      splitByShares(mass, shares).forEach((grams, at) => {
        assert.ok(grams <= parts[at]!.free);
      });
      const sum = shares.reduce((total, one) => total + one, 0);
      const exact = Math.min(...parts.map(({ share, free }) => (free * sum) / share));
      assert.ok(mass <= exact && mass > exact - 1 - sum);
    }),
    { numRuns: 500 },
  );
});

onBothEngines('portfolios', ({ database }) => {
  it('are not on offer if one of their projects was withdrawn', async () => {
    const store = await openPortfolios(await database());
    await store.db.kysely.updateTable('projects').set({ active: 0 }).where('id', '=', 'mangroves').execute();
    await assert.rejects(create(store, kilograms(1, 'blend')), {
      code: 40912,
      message: /blend is not on offer in INR/,
    });
    await store.db.close();
  });

  it('sell the chosen blend in exact shares and at its price', async () => {
    const store = await openPortfolios(await database());
    const order = await show(store, await create(store, kilograms(3.001, 'blend')));
    assert.equal(order.portfolio, 'blend');
    // 70 % of 3001 g is 2100.7 g.
    assert.deepEqual(partsOf(order), { 'T-wind': 2101, 'T-mangroves': 900 });
    assert.equal(order.project?.project_id, 'T-wind');
    const row = await findOrder(store.context, MERCHANT, order.order_id);
    // INR 1300 a tonne: 3.9013 rupees.
    assert.deepEqual([row?.minor_per_tonne, row?.amount_minor, row?.inr_minor], [130_000, 390, 390]);
    assert.deepEqual(await freeGrams(store), {
      'fuel-lot': 2000,
      'mangroves-lot': 4100,
      'wind-2024': 0,
      'wind-lot': 7899,
    });
    await store.db.close();
  });

  it('a completed order has the parts it is shown with, one per project', async () => {
    const store = await openPortfolios(await database());
    // The blend takes wind of two lots; each order after it has a project or a lot less.
    for (const portfolio of ['blend', 'wind', undefined]) {
      const id = await create(store, kilograms(3.001, portfolio));
      const shown = partsOf(await show(store, id));
      for (const isNew of [true, false]) {
        const completed = await completeTogether(store.context, { merchantId: MERCHANT, orderId: id });
        assert.equal(completed?.isNew, isNew);
        const parts = completed.parts.map(({ project, grams }) => [project.project_id, grams]);
        assert.deepEqual(parts.length, Object.keys(shown).length || 1);
        if (portfolio !== undefined) assert.deepEqual(Object.fromEntries(parts), shown);
        assert.deepEqual(partsOf(await show(store, id)), shown);
      }
    }
    await store.db.close();
  });

  it('an order without a choice names one project and no portfolio', async () => {
    const store = await openPortfolios(await database());
    const order = await show(store, await create(store, kilograms(2)));
    assert.equal(order.project?.project_id, 'T-wind');
    for (const field of ['projects', 'portfolio', 'product']) assert.ok(!(field in order), field);
    await store.db.close();
  });

  it('an order without a choice is filled from several projects if it is larger than each of them', async () => {
    const store = await openPortfolios(await database());
    const order = await show(store, await create(store, kilograms(12)));
    assert.deepEqual(partsOf(order), { 'T-wind': 10_000, 'T-mangroves': 2000 });
    const row = await findOrder(store.context, MERCHANT, order.order_id);
    // 10 kg at INR 1000 and 2 kg at INR 2000.
    assert.equal(row?.amount_minor, 1400);
    // Fuel is never taken in place of credits, nor is a choice filled with another one.
    await assert.rejects(create(store, kilograms(3.001)), { code: 40903 });
    await assert.rejects(create(store, kilograms(0.01, 'wind')), { code: 40903 });
    await assert.rejects(create(store, kilograms(0.01, 'blend')), { code: 40903 });
    assert.equal((await freeGrams(store))['fuel-lot'], 2000);
    assert.equal((await show(store, await create(store, kilograms(3)))).project?.project_id, 'T-mangroves');
    await store.db.close();
  });

  it('of fuel are a separate product, never counted as credits', async () => {
    const store = await openPortfolios(await database());
    const limits = { orderGrams: 1500, merchantShare: 1, merchantGrams: 1500 };
    const context = { ...store.context, limits };
    const order = (input: CreateOrder) => createOrder(context, MERCHANT, input);
    const { body } = await order(kilograms(1.2, 'fuel'));
    assert.equal((await show(store, JSON.parse(body).order_id)).product, 'aviation_fuel');
    // Pending orders of one product leave the quota of the other unchanged.
    await assert.rejects(order(kilograms(0.4, 'fuel')), { code: 40905 });
    await order(kilograms(1.5));
    await assert.rejects(order(kilograms(0.001)), { code: 40905 });
    await order(kilograms(0.3, 'fuel'));
    const reserved = Map.groupBy(await readLotUse(store.db.kysely), ({ id }) => id === 'fuel-lot');
    const gramsOf = (fuel: boolean) => reserved.get(fuel)?.reduce((sum, lot) => sum + lot.reserved, 0);
    assert.deepEqual([gramsOf(true), gramsOf(false)], [1500, 1500]);
    const { overview } = await listOrders(context, MERCHANT, listQuery({}));
    assert.equal(overview.total_orders, 3);
    await store.db.close();
  });

  it('that were withdrawn are refused, and orders keep theirs', async () => {
    const store = await openPortfolios(await database());
    const id = await create(store, kilograms(1, 'blend'));
    await withdrawPortfolio(store.db, 'blend');
    await assert.rejects(create(store, kilograms(1, 'blend')), { code: 40912 });
    await assert.rejects(create(store, kilograms(1, 'none')), { code: 40912 });
    assert.deepEqual(partsOf(await show(store, id)), { 'T-wind': 700, 'T-mangroves': 300 });
    await store.db.close();
  });

  it('are unchanged by changes to others', async () => {
    const store = await openPortfolios(await database());
    await setPortfolio(store.db, 'blend', { name: 'Wind and mangroves' });
    await withdrawPortfolio(store.db, 'wind');
    const all = await listPortfolios(store.db);
    assert.deepEqual(
      all.map(({ id, name, position, parts }) => [id, name, position, parts.length]),
      [
        ['blend', 'Wind and mangroves', 2, 2],
        ['fuel', 'Portfolio fuel', 3, 1],
        ['wind', 'Portfolio wind', null, 1],
      ],
    );
    await store.db.close();
  });

  it('are sold to the last gram, and a failed order names no project', async () => {
    const store = await openPortfolios(await database());
    const id = await create(store, kilograms(10, 'wind'));
    assert.deepEqual(partsOf(await show(store, id)), { 'T-wind': 10_000 });
    await settleOrder(store, id, 'failed');
    const { project, projects } = await show(store, id);
    assert.deepEqual([project, projects], [undefined, undefined]);
    await store.db.close();
  });

  it('without a choice, the cheapest project is sold first if the operator sets that policy', async () => {
    const store = await openPortfolios(await database());
    await importCatalogue(store.db, { projects: [project('grass', 400, 9000)] });
    await store.db.kysely.updateTable('projects').set({ position: 9 }).where('id', '=', 'grass').execute();
    const sold = async (policy: 'listed' | 'cheapest'): Promise<string | undefined> => {
      const { body } = await createOrder({ ...store.context, policy }, MERCHANT, kilograms(1));
      return (await show(store, JSON.parse(body).order_id)).project?.project_id;
    };
    assert.deepEqual([await sold('listed'), await sold('cheapest')], ['T-wind', 'T-grass']);
    await store.db.close();
  });

  it('keep their shares in a partial refund, and get them back when it bounces', async () => {
    const store = await openPortfolios(await database());
    const { db, context } = store;
    const id = await create(store, kilograms(2, 'blend'));
    await pay(store, id);
    const refund = (grams: number): Promise<RefundRow> =>
      inTransaction(db, async (tx) => {
        const order = await tx
          .selectFrom('orders')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const more = { currency: 'INR', amount_minor: 0, order_minor: 0, grams };
        return recordRefund(tx, context, order, { cause: 'requested', payment: undefined, ...more });
      });
    const half = await refund(1001);
    assert.deepEqual(partsOf(await show(store, id)), { 'T-wind': 699, 'T-mangroves': 300 });
    const rest = await refund(999);
    assert.deepEqual(partsOf(await show(store, id)), { 'T-wind': 0 });
    for (const one of [half, rest])
      await inTransaction(db, (tx) => endRefund(tx, context, one, { state: 'failed' }));
    assert.deepEqual(partsOf(await show(store, id)), { 'T-wind': 1400, 'T-mangroves': 600 });
    await db.close();
  });

  it('that are offered, withdrawn or changed to what they were are not recorded as changed', async () => {
    const { db } = await openPortfolios(await database());
    const by = { channel: 'cli', id: '', name: 'alice' } as const;
    for (const _ of ['a change', 'none']) {
      await offerPortfolios(db, ['blend', 'wind'], by);
      await setPortfolio(db, 'fuel', { name: 'Fuel', descriptions: { en: 'Described' } }, by);
    }
    await offerPortfolios(db, ['wind', 'blend'], by);
    for (const _ of ['a change', 'none']) await withdrawPortfolio(db, 'blend', by);
    await assert.rejects(withdrawPortfolio(db, 'unknown', by), { name: 'PortfolioError' });
    const entries = await listAudit(db, { merchantId: OPERATOR_CHAIN });
    assert.deepEqual(entries.map(({ action }) => action).reverse(), [
      'portfolio.offered',
      'portfolio.changed',
      'portfolio.offered',
      'portfolio.withdrawn',
    ]);
    assert.deepEqual(
      (await listPortfolios({ reader: db.kysely })).flatMap(({ id, position }) => (position ? [id] : [])),
      ['wind'],
    );
    await db.close();
  });

  it('offered by several operators at once have the order of one, and changes of all', async () => {
    const { db } = await openPortfolios(await database());
    const offers = [['wind'], ['blend', 'wind'], ['fuel'], ['fuel', 'blend']];
    await Promise.all(offers.map((ids) => offerPortfolios(db, ids)));
    await Promise.all([
      setPortfolio(db, 'wind', { name: 'Renamed' }),
      setPortfolio(db, 'wind', { descriptions: { en: 'Described' } }),
    ]);
    const portfolios = await listPortfolios(db);
    const offered = portfolios.filter(({ position }) => position !== null).map(({ id }) => id);
    assert.ok(
      offers.some((ids) => ids.join() === offered.join()),
      offered.join(),
    );
    const { name, descriptions } = portfolios.find(({ id }) => id === 'wind') ?? {};
    assert.deepEqual([name, descriptions], ['Renamed', '{"en":"Described"}']);
    await db.close();
  });

  it('are refused if invalid, and nothing is stored', async () => {
    const store = await openPortfolios(await database());
    const { db } = store;
    const part = (name: string, share = 1) => ({ project: name, share });
    const refused: readonly [parts: object[], reason: RegExp][] = [
      [[part('wind'), part('fuel')], /make a portfolio of each/],
      [[part('wind'), part('wind')], /is named twice; name it once/],
      [[part('nothing')], /no project nothing/],
      [[part('wind', 0)], /parts\[0\]\.share: must be at least 1, not 0/],
      [[part('wind', 0.5)], /parts\[0\]\.share/],
      [[], /must name 1 to 10 projects/],
    ];
    for (const [parts, reason] of refused) {
      const given = { id: 'new', name: 'New', parts } as Parameters<typeof createPortfolio>[1];
      await assert.rejects(createPortfolio(db, given, 0), reason);
    }
    await assert.rejects(
      createPortfolio(db, { id: 'wind', name: 'Again', parts: [part('wind')] }, 0),
      /there is a portfolio wind already/,
    );
    await assert.rejects(offerPortfolios(db, ['wind', 'none']), /no portfolio none/);
    await assert.rejects(offerPortfolios(db, ['1', '2', '3', '4', '5']), /at most 4/);
    await assert.rejects(offerPortfolios(db, ['blend', 'wind', 'blend']), /named twice/);
    const offered = (await listPortfolios(db)).map(({ id, position }) => [id, position]);
    assert.deepEqual(offered, [
      ['wind', 1],
      ['blend', 2],
      ['fuel', 3],
    ]);
    await assert.rejects(
      importCatalogue(db, { projects: [project('fuel', 40_000, 2000)] }),
      /projects\[0\]\.product: must stay aviation_fuel for fuel/,
    );
    await db.close();
  });

  it('the project that costs the expected price is chosen among several with enough credits', async () => {
    const store = await openPortfolios(await database());
    const shown = { ...kilograms(1), expected_price: { currency: 'INR', amount_minor: 200 } };
    assert.equal((await show(store, await create(store, shown))).project?.project_id, 'T-mangroves');
    const other = { ...shown, expected_price: { currency: 'INR', amount_minor: 300 } };
    await assert.rejects(create(store, other), { code: 40904 });
    await store.db.close();
  });
});

onBothEngines('portfolios to be removed', ({ engine, database }) => {
  it('free their identifier, unless they are on offer or ordered', async () => {
    const store = await openPortfolios(await database());
    const { db } = store;
    await createOrder(store.context, MERCHANT, kilograms(1, 'wind'));
    await assert.rejects(removePortfolio(db, 'blend'), {
      message: 'blend is offered; run first: flight-offset-gateway portfolios withdraw blend',
    });
    await offerPortfolios(db, []);
    await assert.rejects(removePortfolio(db, 'wind'), /wind stays: order [^ ]+ uses it/);
    await removePortfolio(db, 'blend');
    await assert.rejects(removePortfolio(db, 'blend'), /there is no portfolio blend/);
    await createPortfolio(db, { id: 'blend', name: 'Blend', parts: [{ project: 'wind', share: 1 }] }, 0);
    const parts = (await listPortfolios({ reader: db.kysely })).map((one) => [one.id, one.parts.length]);
    assert.deepEqual(parts.toSorted(), [
      ['blend', 1],
      ['fuel', 1],
      ['wind', 1],
    ]);
    await db.close();
  });

  it('stay if an order that is being stored has read them on offer', {
    skip: engine === 'sqlite',
  }, async () => {
    const store = await openPortfolios(await database());
    const { db } = store;
    // Of both lots, so that the next order draws from what its merchant has, in one transaction.
    await createOrder(store.context, MERCHANT, kilograms(2, 'wind'));
    await createPortfolio(db, { id: 'breeze', name: 'Breeze', parts: [{ project: 'wind', share: 1 }] }, 0);
    await offerPortfolios(db, ['breeze']);
    const { ordered, removed } = await db.transaction(async (tx) => {
      // Orders draw last, after all that they read.
      await tx
        .selectFrom('allotments')
        .select('lot')
        .where('merchant_id', '=', MERCHANT)
        .forUpdate()
        .execute();
      const ordered = createOrder(store.context, MERCHANT, kilograms(1, 'breeze'));
      await until(() => hasLockWait(db), 'an order that waits to draw');
      await offerPortfolios(db, []);
      let hasEnded = false;
      const removed = assert.rejects(removePortfolio(db, 'breeze'), /breeze stays: order [^ ]+ uses it/);
      const ended = () => {
        hasEnded = true;
      };
      removed.then(ended, ended);
      await until(async () => hasEnded || (await hasLockWait(db, 2)), 'a removal that waits for it');
      // Not the promises alone: the transaction would wait for them.
      return { ordered, removed };
    });
    await ordered;
    await removed;
    await db.close();
  });
});
