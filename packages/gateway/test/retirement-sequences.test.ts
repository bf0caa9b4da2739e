/**
 * Any sequence of creates, payments, refunds and retirements keeps the books consistent, according to the torture
 * checker.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  checkSerialsApart,
  type IssuerKeys,
  verifyBatch,
  verifyBatches,
  verifyReceipt,
} from '@flight-offset/core/retirement';
import fc from 'fast-check';
import { untilAllotted } from '../src/allotments/until-allotted.ts';
import { publicHalf, readOrCreateReceiptKeys } from '../src/credentials/receipt-keys.ts';
import { createOrder } from '../src/orders/create.ts';
import { lockOrder } from '../src/orders/end/lock-orders.ts';
import { refundsOfOrder } from '../src/orders/refunds-of-order.ts';
import { importCatalogue } from '../src/projects/import.ts';
import { createPortfolio, offerPortfolios } from '../src/projects/manage-portfolios.ts';
import { signReceipt } from '../src/receipts/sign.ts';
import { leftOf, priceOfPart } from '../src/refunds/left-to-refund.ts';
import { endRefund, recordRefund } from '../src/refunds/record.ts';
import { correctRetirement } from '../src/retirements/correct.ts';
import { creditsOf, retirementStateOf } from '../src/retirements/credits-of.ts';
import { RetirementError } from '../src/retirements/new-retirement.ts';
import { planRetirements } from '../src/retirements/plan.ts';
import { type Publisher, publishBatches } from '../src/retirements/publish.ts';
import { receiptCredits } from '../src/retirements/receipt-credits.ts';
import { recordRetirement } from '../src/retirements/record.ts';
import { removeRetirement } from '../src/retirements/remove.ts';
import { inTransaction } from '../src/store/transaction.ts';
import { onBothEngines } from '../src/testing/engines.ts';
import { MERCHANT, openStore, SOMEBODY, settleOrder, type TestStore } from '../src/testing/store.ts';
import { allotments, lots } from '../torture/checker/allotments.ts';
import { blends } from '../torture/checker/blends.ts';
import { allocations, credits } from '../torture/checker/credits.ts';
import { refunds } from '../torture/checker/refunds.ts';
import { batches, leaves, retirements } from '../torture/checker/retirements.ts';
import { readSnapshot } from '../torture/snapshot.ts';

type Step =
  | { readonly do: 'create'; readonly grams: number; readonly portfolio: string | undefined }
  | { readonly do: 'pay' | 'expire' | 'bounce'; readonly which: number }
  | { readonly do: 'refund'; readonly which: number; readonly share: number }
  | {
      readonly do: 'retire';
      readonly which: number;
      readonly more: number;
      readonly interrupted: boolean;
    }
  | { readonly do: 'remove' | 'correct'; readonly which: number }
  | { readonly do: 'publish' };

const which = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      grams: fc.integer({ min: 1, max: 900_000 }),
      portfolio: fc.constantFrom(undefined, undefined, 'blend', 'fuel'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which,
      share: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bounce' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('retire' as const),
      which,
      more: fc.integer({ min: -1, max: 1 }),
      interrupted: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('publish' as const) }) },
);

/** A store, and the results of one sequence. */
class World {
  readonly store: TestStore;
  readonly orders: string[] = [];
  /** Every published document, as strangers keep them. */
  readonly #documents = new Set<string>();
  #serial = 1;
  readonly #free: number[] = [];

  constructor(store: TestStore) {
    this.store = store;
  }

  get #publisher(): Publisher {
    const { db, sealer, context } = this.store;
    return { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false };
  }

  #order(which: number): string | undefined {
    return this.orders[which % Math.max(1, this.orders.length)];
  }

  async run(one: Step): Promise<void> {
    await this.#step(one);
    for (const document of await this.#published()) this.#documents.add(document);
  }

  async #published(): Promise<string[]> {
    const { kysely } = this.store.db;
    const rows = await kysely.selectFrom('retirement_batches').select('document').execute();
    return rows.flatMap(({ document }) => document ?? []);
  }

  async #step(one: Step): Promise<void> {
    const { context } = this.store;
    this.store.setNow(context.now() + 1000);
    if (one.do === 'create') return this.#create(one.grams, one.portfolio);
    if (one.do === 'retire') return this.#retire(one);
    if (one.do === 'remove') return this.#remove(one.which);
    if (one.do === 'correct') return this.#correct(one.which);
    if (one.do === 'publish') return void (await publishBatches(this.#publisher));
    const id = this.#order(one.which);
    if (id === undefined) return;
    if (one.do === 'pay' || one.do === 'expire') {
      const outcome = one.do === 'pay' ? 'completed' : 'failed';
      await settleOrder(this.store, id, outcome);
    } else if (one.do === 'refund') await this.#refund(id, one.share);
    else await this.#bounce(id);
  }

  async #create(grams: number, portfolio: string | undefined): Promise<void> {
    const amount = { emission_amount: grams / 1000, emission_unit: 'kgCO2' } as const;
    const input = { ...amount, ...(portfolio !== undefined && { portfolio }) };
    try {
      const { body } = await createOrder(this.store.context, MERCHANT, input);
      this.orders.push(JSON.parse(body).order_id);
    } catch (error) {
      assert.match(String((error as { code?: unknown }).code), /^409/);
    }
  }

  async #refund(id: string, share: number): Promise<void> {
    const { db, context } = this.store;
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, context, { id, merchant_id: MERCHANT });
      if (order?.status !== 'completed') return;
      const left = leftOf(order, await refundsOfOrder(tx, order));
      const grams = Math.ceil(left.grams / share);
      if (grams === 0) return;
      const minor = priceOfPart(left, grams, 1);
      const { currency } = order;
      const amounts = { currency, amount_minor: minor, order_minor: minor, grams };
      await recordRefund(tx, context, order, { cause: 'requested', payment: undefined, ...amounts });
    });
  }

  async #bounce(id: string): Promise<void> {
    const { db, context } = this.store;
    const bounce = () =>
      inTransaction(db, async (tx) => {
        const key = { id, merchant_id: MERCHANT };
        await lockOrder(tx, context, key);
        const completed = (await refundsOfOrder(tx, key)).find(({ state }) => state === 'completed');
        if (completed) await endRefund(tx, context, completed, { state: 'failed' });
      });
    await untilAllotted(context, bounce);
  }

  async #retire({ which, more, interrupted }: Step & { do: 'retire' }): Promise<void> {
    const plans = await planRetirements(this.store.db);
    const plan = plans[which % Math.max(1, plans.length)];
    const tonnes = Math.max(1, (plan?.tonnes ?? 0) + more);
    const { serials, ...numbers } = this.#take(tonnes);
    const retirement = {
      project: plan?.project ?? 'wind',
      tonnes,
      serials,
      retiredOn: '2026-12-14',
      url: 'https://r.example',
    };
    const stop = (): never => {
      throw new Error('interrupted');
    };
    const publisher = interrupted
      ? { ...this.#publisher, sealer: { ...this.store.sealer, open: stop } }
      : this.#publisher;
    try {
      await recordRetirement(publisher, retirement);
    } catch (error) {
      // Another retirement is not published yet, or the lots have less: nothing was recorded.
      if (error instanceof RetirementError) return this.#release(numbers);
      assert.match(String(error), /interrupted/);
    }
  }

  /**
   * Returns serial numbers for this many tonnes: first those of removed retirements, which lie between existing ranges.
   */
  #take(tonnes: number) {
    const free = this.#free.splice(0, tonnes);
    const next = this.#serial;
    this.#serial += tonnes - free.length;
    const numbers = [...free, ...Array.from({ length: tonnes - free.length }, (_, at) => next + at)];
    return { free, next, serials: numbers.map((number) => ({ block: 'T-*', first: number, last: number })) };
  }

  #release({ free, next }: { readonly free: readonly number[]; readonly next: number }): void {
    this.#free.unshift(...free);
    this.#serial = next;
  }

  /** Gives a retirement other serial numbers, whatever it covers; its previous ones are free again. */
  async #correct(which: number): Promise<void> {
    const { kysely } = this.store.db;
    const all = await kysely.selectFrom('retirements').select(['id', 'tonnes']).orderBy('id').execute();
    const one = all[which % Math.max(1, all.length)];
    if (!one) return;
    const had = await kysely
      .selectFrom('retirement_serials')
      .select('last')
      .where('retirement', '=', one.id)
      .execute();
    const { serials, ...numbers } = this.#take(one.tonnes);
    try {
      await correctRetirement(this.#publisher, one.id, { serials, reason: 'Wrong serial numbers' });
      this.#free.push(...had.map(({ last }) => last));
    } catch (error) {
      // Another retirement of the project is not published yet.
      if (!(error instanceof RetirementError)) throw error;
      this.#release(numbers);
    }
  }

  /** Removes a retirement that covers nothing yet; its numbers are free again. */
  async #remove(which: number): Promise<void> {
    const { db } = this.store;
    const all = await db.kysely.selectFrom('retirements').select('id').orderBy('id').execute();
    const id = all[which % Math.max(1, all.length)]?.id ?? '';
    const rows = db.kysely.selectFrom('retirement_serials').select('last').where('retirement', '=', id);
    const numbers = (await rows.execute()).map(({ last }) => last);
    if ((await removeRetirement(db, id, SOMEBODY)) === undefined) this.#free.push(...numbers);
  }

  /** Checks, as a stranger would, every batch and the receipt of every order. */
  async verify(): Promise<void> {
    const { db, context, sealer } = this.store;
    const reader = db.kysely;
    const own = await readOrCreateReceiptKeys(db, sealer);
    const keys: IssuerKeys = { keys: own.map(publicHalf).map((key) => ({ ...key, kty: 'OKP' })) };
    const published = await this.#published();
    checkSerialsApart(await Promise.all(published.map((one) => verifyBatch(one, keys))));
    const documents = [...this.#documents];
    assert.equal((await verifyBatches(documents, keys)).length, published.length);
    for (const id of this.orders) {
      const held = (await creditsOf({ reader }, MERCHANT, [{ id }])).get(id) ?? [];
      const lines = await receiptCredits(db, { id, merchant_id: MERCHANT }, held);
      const claims = {
        iss: context.publicUrl,
        order_id: id,
        grams: lines.reduce((sum, { grams }) => sum + grams, 0),
        retirement_state: retirementStateOf(held),
        credits: lines,
      };
      const receipt = await signReceipt(
        claims as unknown as Parameters<typeof signReceipt>[0],
        own.at(-1) ?? {},
      );
      await verifyReceipt({ receipt, batches: documents, keys });
    }
  }
}

/** Adds two more projects in small lots, so that orders take several lots, and portfolios for payers. */
async function addPortfolios({ db }: TestStore): Promise<void> {
  const project = (id: string, product: 'carbon_credits' | 'aviation_fuel') => ({
    id,
    product,
    name: `Test ${id}`,
    registry: 'Test Registry',
    project_id: `T-${id}`,
    category: 'Test',
    type: 'Test',
    public_url: `https://example.com/${id}`,
    price_per_tonne: 2000,
    effective_from: '2020-01-01T00:00:00Z',
    lots: [1, 2, 3, 4].map((lot) => ({ id: `${id}-${lot}`, serial_prefix: id, grams: 300_001 * lot })),
  });
  await importCatalogue(db, {
    projects: [project('trees', 'carbon_credits'), project('fuel', 'aviation_fuel')],
  });
  const blend = [
    { project: 'wind', share: 2 },
    { project: 'trees', share: 1 },
  ];
  await createPortfolio(db, { id: 'blend', name: 'Blend', parts: blend }, 0);
  await createPortfolio(db, { id: 'fuel', name: 'Fuel', parts: [{ project: 'fuel', share: 1 }] }, 0);
  await offerPortfolios(db, ['blend', 'fuel']);
}

onBothEngines('credits', ({ engine, database }) => {
  it('any sequence of create, pay, expire, refund, bounce, retire, correct, remove and publish keeps the books', {
    timeout: 600_000,
  }, async () => {
    let retired = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        const url = await database();
        const store = await openStore(url, 2_000_000);
        try {
          await addPortfolios(store);
          await readOrCreateReceiptKeys(store.db, store.sealer);
          const world = new World(store);
          for (const one of [...steps, { do: 'publish' } as const]) await world.run(one);
          await world.verify();
          retired += (await store.db.kysely.selectFrom('retirement_leaves').select('order_id').execute())
            .length;
          const snapshot = await readSnapshot(url);
          const nothing = { sent: [], acknowledged: [], observed: [], transactions: [], lists: [] };
          const evidence = { journal: nothing, received: [], snapshot };
          const checks = [
            credits,
            lots,
            allotments,
            allocations,
            blends,
            batches,
            leaves,
            retirements,
            refunds,
          ];
          assert.deepEqual(
            checks.flatMap((one) => one(evidence)),
            [],
          );
        } finally {
          await store.db.close();
        }
      }),
      { numRuns: engine === 'sqlite' ? 40 : 12 },
    );
    assert.ok(retired > 0, 'some orders were retired');
  });
});
