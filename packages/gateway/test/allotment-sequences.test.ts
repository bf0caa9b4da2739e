/** Any sequence of credit movements keeps allotments, lots and orders consistent, according to the torture checker. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { topUpsAhead } from '../src/allotments/ahead.ts';
import { readLotUse } from '../src/allotments/lot-use.ts';
import { returnIdleToLots } from '../src/allotments/return-to-lot.ts';
import { untilAllotted } from '../src/allotments/until-allotted.ts';
import type { AllotmentKey } from '../src/allotments/wanted.ts';
import type { OrderContext } from '../src/orders/context.ts';
import { createOrder } from '../src/orders/create.ts';
import { lockOrder } from '../src/orders/end/lock-orders.ts';
import { refundsOfOrder } from '../src/orders/refunds-of-order.ts';
import { importCatalogue } from '../src/projects/import.ts';
import { leftOf } from '../src/refunds/left-to-refund.ts';
import { endRefund, recordRefund } from '../src/refunds/record.ts';
import { RetirementError } from '../src/retirements/new-retirement.ts';
import { recordRetirement } from '../src/retirements/record.ts';
import { inTransaction } from '../src/store/transaction.ts';
import { onBothEngines } from '../src/testing/engines.ts';
import {
  addMerchant,
  MERCHANT,
  openStore,
  PROJECT,
  settleOrder,
  type TestStore,
} from '../src/testing/store.ts';
import { allotments, lots } from '../torture/checker/allotments.ts';
import { allocations, credits } from '../torture/checker/credits.ts';
import { readSnapshot } from '../torture/snapshot.ts';

const MERCHANTS = [MERCHANT, 'merchant-b', 'merchant-c', 'merchant-d'];
const LOTS = ['wind-2024', 'wind-2025', 'wind-2026'] as const;

const which = fc.nat(40);
const merchant = fc.constantFrom(...MERCHANTS);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      merchant,
      grams: fc.oneof(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 3_000_000 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'expire' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'bounce' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      lot: fc.constantFrom(...LOTS),
      grams: fc.integer({ min: 0, max: 3_000_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      afterMs: fc.constantFrom(0, 60_000, 600_000, 3_700_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A store that two processes use in turn, and the results of one sequence. */
class World {
  readonly #stores: readonly TestStore[];
  readonly #orders: { readonly id: string; readonly merchant_id: string }[] = [];
  readonly #low: AllotmentKey[] = [];
  #turn = 0;
  #serial = 1;
  refused = 0;

  constructor(stores: readonly TestStore[]) {
    this.#stores = stores;
  }

  get #context(): OrderContext {
    const { context } = this.#stores[this.#turn % this.#stores.length] ?? assert.fail();
    return { ...context, onAllotmentsLow: (low) => this.#low.push(...low) };
  }

  async run(one: Step): Promise<void> {
    this.#turn += 1;
    if (one.do === 'create') return this.#create(one.merchant, one.grams);
    if (one.do === 'import') return this.#import(one.lot, one.grams);
    if (one.do === 'work') return this.#work(one.afterMs);
    if (one.do === 'retire') return this.#retire();
    const order = this.#orders[one.which % Math.max(1, this.#orders.length)];
    if (!order) return;
    const context = this.#context;
    if (one.do === 'pay' || one.do === 'expire')
      await settleOrder({ db: context.db, context }, order.id, one.do === 'pay' ? 'completed' : 'failed');
    else if (one.do === 'refund') await this.#refund(order);
    else await this.#bounce(order);
  }

  async #create(merchantId: string, grams: number): Promise<void> {
    const context = this.#context;
    const free = (await readLotUse(context.db.kysely)).reduce((sum, lot) => sum + lot.free, 0);
    try {
      const amount = { emission_amount: grams / 1000, emission_unit: 'kgCO2' } as const;
      const { body } = await createOrder(context, merchantId, amount);
      this.#orders.push({ id: JSON.parse(body).order_id, merchant_id: merchantId });
      assert.ok(grams <= free, `${grams} g of ${free}`);
    } catch (error) {
      assert.equal((error as { code?: unknown }).code, 40903, String(error));
      assert.ok(grams > free, `${grams} g were refused while ${free} were free`);
      this.refused += 1;
    }
  }

  async #refund(key: { id: string; merchant_id: string }): Promise<void> {
    const context = this.#context;
    await inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, context, key);
      if (order?.status !== 'completed') return;
      const { grams, minor } = leftOf(order, await refundsOfOrder(tx, order));
      if (grams === 0) return;
      const amounts = { currency: order.currency, amount_minor: minor, order_minor: minor, grams };
      await recordRefund(tx, context, order, { cause: 'requested', payment: undefined, ...amounts });
    });
  }

  async #bounce(key: { id: string; merchant_id: string }): Promise<void> {
    const context = this.#context;
    await untilAllotted(context, () =>
      inTransaction(context.db, async (tx) => {
        await lockOrder(tx, context, key);
        const completed = (await refundsOfOrder(tx, key)).find(({ state }) => state === 'completed');
        if (completed) await endRefund(tx, context, completed, { state: 'failed' });
      }),
    );
  }

  async #import(id: string, grams: number): Promise<void> {
    const { db } = this.#context;
    const use = (await readLotUse(db.kysely)).find((lot) => lot.id === id);
    const isSold = use !== undefined && grams < use.total - use.free;
    const serial_prefix = id === 'wind-2024' ? 'T-1-2024' : id;
    const catalogue = { projects: [{ ...PROJECT, lots: [{ id, serial_prefix, grams }] }] };
    const imported = importCatalogue(db, catalogue);
    if (isSold) await assert.rejects(imported, /must be at least \d+: orders hold that much/);
    else await imported;
  }

  async #work(afterMs: number): Promise<void> {
    const context = this.#context;
    const at = context.now() + afterMs;
    for (const store of this.#stores) store.setNow(at);
    const ahead = topUpsAhead(context);
    ahead.add(this.#low.splice(0));
    await ahead.run();
    await returnIdleToLots(context.db, at);
  }

  async #retire(): Promise<void> {
    const [store] = this.#stores;
    assert.ok(store);
    const { db, sealer, context } = store;
    const { publicUrl, now } = context;
    const publisher = { db, sealer, publicUrl, now, sandbox: false };
    const serials = [{ block: 'T-*', first: this.#serial, last: this.#serial }];
    this.#serial += 1;
    const retirement = { project: 'wind', tonnes: 1, retiredOn: '2026-12-14', url: 'https://r.example' };
    try {
      await recordRetirement(publisher, { ...retirement, serials });
    } catch (error) {
      // The lots have no other tonne, so nothing was recorded.
      if (!(error instanceof RetirementError)) throw error;
    }
  }
}

onBothEngines('allotments', ({ engine, database }) => {
  it('any sequence of steps keeps every gram, and refuses no order while enough is free', {
    timeout: 900_000,
  }, async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
        const url = await database();
        const stores = [await openStore(url, 2_000_000), await openStore(url, 2_000_000)];
        try {
          for (const id of MERCHANTS) for (const { db } of stores.slice(0, 1)) await addMerchant(db, id);
          const world = new World(stores);
          for (const one of steps) {
            await world.run(one);
            const nothing = { sent: [], acknowledged: [], observed: [], transactions: [], lists: [] };
            const evidence = { journal: nothing, received: [], snapshot: await readSnapshot(url) };
            const found = [credits, lots, allotments, allocations].flatMap((check) => check(evidence));
            assert.deepEqual(found, [], `after ${JSON.stringify(one)}`);
          }
          refused += world.refused;
        } finally {
          for (const { db } of stores) await db.close();
        }
      }),
      { numRuns: engine === 'sqlite' ? 30 : 8 },
    );
    assert.ok(refused > 0, 'some orders came when too little was left');
  });
});
