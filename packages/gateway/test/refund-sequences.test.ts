/**
 * Any sequence of refunds, disputes, bounces and retirements keeps credits, money and statements consistent with the
 * provider's books.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readLotUse } from '../src/allotments/lot-use.ts';
import { readOrCreateReceiptKeys } from '../src/credentials/receipt-keys.ts';
import type { CheckContext } from '../src/operation/doctor/check.ts';
import { creditChecks } from '../src/operation/doctor/credits.ts';
import { paymentChecks } from '../src/operation/doctor/payments.ts';
import { retirementChecks } from '../src/operation/doctor/retirements.ts';
import { createOrder } from '../src/orders/create.ts';
import { applyReport } from '../src/payments/apply-report.ts';
import { claimOpening, finishOpening } from '../src/payments/open-payment.ts';
import { PaidRefundError, recordPaidRefund } from '../src/payments/record-paid-refund.ts';
import { sendRefunds } from '../src/payments/send-refunds.ts';
import { Problem } from '../src/problem.ts';
import { importCatalogue } from '../src/projects/import.ts';
import type { Provider, RefundReport } from '../src/providers/provider.ts';
import { ProviderError } from '../src/providers/provider-error.ts';
import { sandboxProvider } from '../src/providers/sandbox.ts';
import { missingShare } from '../src/refunds/left-to-refund.ts';
import { NothingToRefundError, refundOrder } from '../src/refunds/refund-order.ts';
import { requestRefund } from '../src/refunds/request-refund.ts';
import { planRetirements } from '../src/retirements/plan.ts';
import { recordRetirement } from '../src/retirements/record.ts';
import { confirmOrder } from '../src/settlement/confirm.ts';
import { closeStatements } from '../src/statements/close.ts';
import { markStatement } from '../src/statements/mark-paid.ts';
import { periodOf } from '../src/statements/period.ts';
import { onBothEngines } from '../src/testing/engines.ts';
import { publisherOf, retirement } from '../src/testing/retired-orders.ts';
import { MERCHANT, openStore, PROJECT, type TestStore } from '../src/testing/store.ts';
import { allotments, lots } from '../torture/checker/allotments.ts';
import { allocations, credits } from '../torture/checker/credits.ts';
import type { Check } from '../torture/checker/facts.ts';
import { payments } from '../torture/checker/payments.ts';
import { refunds } from '../torture/checker/refunds.ts';
import { batches, leaves, retirements } from '../torture/checker/retirements.ts';
import { statements } from '../torture/checker/statements.ts';
import { readSnapshot } from '../torture/snapshot.ts';

const SEEDS = [2, 5];
const RUNS = { sqlite: 8, postgres: 2 };
const DAY_MS = 86_400_000;

/** Events: names that are listed twice happen twice as often. */
const EVENTS = [
  ...(['order', 'order', 'refund', 'refund', 'elsewhere', 'dispute', 'send'] as const),
  ...(['settle', 'settle', 'settle', 'settle', 'report', 'retire', 'close', 'pay'] as const),
];

const step = fc.record({
  do: fc.constantFrom(...EVENTS),
  /** Index of an order, or of an entry in the bank's books. */
  which: fc.nat(5),
  kg: fc.integer({ min: 1, max: 600 }),
  isMerchants: fc.boolean(),
  /** Minor units that the payer pays above the price. */
  surplus: fc.constantFrom(0, 0, 50),
  /** Divides the amount of a refund or dispute. */
  share: fc.integer({ min: 1, max: 4 }),
  state: fc.constantFrom('completed' as const, 'failed' as const),
  /** Whether the gateway learns of the event at once. */
  isTold: fc.boolean(),
  isEvent: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Bank {
  readonly received = new Map<string, number>();
  readonly made: RefundReport[] = [];
  /** Money that payers received in another way: it is not refunded here too. */
  readonly #paid = new Map<string, number>();

  /** Returns the money of a payment that was not returned. */
  held(payment: string): number {
    const gone = this.made.filter(
      ({ paymentReference, state }) => paymentReference === payment && state !== 'failed',
    );
    const paid = this.#paid.get(payment) ?? 0;
    return gone.reduce(
      (left, { amount }) => left - amount.amount_minor,
      (this.received.get(payment) ?? 0) - paid,
    );
  }

  pay(payment: string, minor: number): void {
    this.#paid.set(payment, (this.#paid.get(payment) ?? 0) + minor);
  }

  make(
    of: Pick<RefundReport, 'cause' | 'refundId' | 'paymentReference'>,
    minor: number,
  ): RefundReport | undefined {
    // A payer's bank may claim any amount, even a refunded one.
    if (minor <= 0 || (of.cause !== 'dispute' && minor > this.held(of.paymentReference))) return undefined;
    const amount = { currency: 'INR', amount_minor: minor };
    const report: RefundReport = {
      kind: 'refund',
      ...of,
      reference: `re_${this.made.length}`,
      amount,
      state: 'pending',
    };
    this.made.push(report);
    return report;
  }

  get provider(): Provider {
    const { made } = this;
    return {
      ...sandboxProvider(),
      name: 'bank',
      refund: async ({ refund: { id, amount_minor }, payment }) => {
        const own = made.find(({ refundId }) => refundId === id);
        const report =
          own ??
          this.make(
            { cause: 'provider', refundId: id, paymentReference: payment.payment_reference ?? '' },
            amount_minor,
          );
        if (!report) throw new ProviderError('bank', 'refund', { status: 400, code: 'too_much' });
        return report;
      },
      findRefund: async ({ provider_reference }) =>
        made.find(({ reference }) => reference === provider_reference) ?? assert.fail(),
      async *refundsOf(payment) {
        yield* made.filter(
          ({ cause, paymentReference }) => cause === 'provider' && paymentReference === payment,
        );
      },
    };
  }
}

/** A store beside a bank, and the results of one sequence in both. */
class World {
  readonly store: TestStore;
  readonly bank = new Bank();
  readonly orders: string[] = [];
  /** Every past state of each entry in the bank's books: events repeat them late. */
  readonly #events: RefundReport[] = [];
  #serial = 1;

  constructor(store: TestStore) {
    this.store = store;
  }

  async run(one: Step): Promise<void> {
    const { context, db } = this.store;
    this.store.setNow(context.now() + 1000);
    const id = this.orders[one.which % Math.max(1, this.orders.length)];
    switch (one.do) {
      case 'order':
        return this.#order(one);
      case 'send':
        return this.send();
      case 'retire': {
        for (const { project, tonnes } of await planRetirements(db)) {
          // The rest of earlier retirements covers it, and the lots may have no other tonne.
          if (tonnes === 0) continue;
          const first = this.#serial++;
          const serials = [{ block: `${project}-*`, first, last: first }];
          await recordRetirement(publisherOf(this.store), retirement(1, first, { project, serials }));
        }
        return;
      }
      case 'close':
        return this.#close(one);
      case 'report':
        return this.#report(one.which, one.isEvent);
      case 'settle':
        return this.#settle(one.which % Math.max(1, this.bank.made.length), one);
      case 'pay':
        return this.#payAnotherWay(one);
      case 'refund':
        return id === undefined ? undefined : this.#refund(id, one);
      default:
        return id === undefined ? undefined : this.#elsewhere(id, one);
    }
  }

  async #order({ kg, isMerchants, surplus }: Step): Promise<void> {
    const { context } = this.store;
    const { body } = await createOrder(context, MERCHANT, {
      emission_amount: kg,
      emission_unit: 'kgCO2',
    }).catch((error: unknown) => {
      assert.ok(error instanceof Problem);
      return { body: '{}' };
    });
    const { order_id: id } = JSON.parse(body) as { order_id?: string };
    if (id === undefined) return;
    this.orders.push(id);
    if (isMerchants) return void (await confirmOrder(context, { merchantId: MERCHANT, orderId: id }));
    const opening = await claimOpening(context, 'bank', { id, merchant_id: MERCHANT });
    if (opening.kind !== 'claimed') assert.fail(opening.kind);
    const reference = `page ${id}`;
    await finishOpening(context, opening, { reference, url: 'https://bank.example', expiresAt: 9e15 });
    const received = { currency: 'INR', amount_minor: opening.order.amount_minor + surplus };
    this.bank.received.set(`money ${id}`, received.amount_minor);
    await applyReport(context, this.bank.provider, {
      kind: 'payment',
      state: 'paid',
      reference,
      received,
      paymentReference: `money ${id}`,
    });
  }

  async #refund(id: string, { share, isTold }: Step): Promise<void> {
    const { db, context } = this.store;
    const order = db.kysely.selectFrom('orders').select('grams').where('id', '=', id);
    const { grams } = await order.executeTakeFirstOrThrow();
    const part = { emission_amount: Math.ceil(grams / share) / 1000, emission_unit: 'kgCO2' as const };
    await requestRefund(context, MERCHANT, id, { input: share === 1 ? {} : part }).catch((error: unknown) =>
      assert.ok(error instanceof Problem, String(error)),
    );
    if (isTold) await this.send();
  }

  /**
   * Makes staff pay a refund another way, if the gateway knows everything in the bank's books of the payment, disputes
   * included.
   */
  async #payAnotherWay({ which }: Step): Promise<void> {
    const { context, db } = this.store;
    const stored = await db.kysely.selectFrom('refunds').selectAll().orderBy('id').execute();
    const unmade = stored.filter(({ cause, state }) => cause !== 'dispute' && state !== 'completed');
    const one = unmade[which % Math.max(1, unmade.length)];
    if (!one) return;
    const isKnown = ({ reference, state }: RefundReport): boolean =>
      stored.some((row) => row.provider_reference === reference && row.state === state);
    const ofPayment = this.bank.made.filter(
      ({ paymentReference }) => paymentReference === `money ${one.order_id}`,
    );
    if (!ofPayment.every(isKnown)) return;
    const paid = { reference: `transfer ${which}`, provider: this.bank.provider };
    try {
      const { order_id, amount_minor } = await recordPaidRefund(context, one.id, paid);
      this.bank.pay(`money ${order_id}`, amount_minor);
    } catch (error) {
      assert.ok(error instanceof PaidRefundError, String(error));
    }
  }

  /** Makes staff refund at the bank's dashboard, or the payer's bank dispute. */
  async #elsewhere(id: string, { do: what, share, isTold }: Step): Promise<void> {
    const paymentReference = `money ${id}`;
    const claimed = what === 'dispute' ? this.bank.received.get(paymentReference) : undefined;
    const minor = Math.ceil((claimed ?? this.bank.held(paymentReference)) / share);
    const made = this.bank.make(
      { cause: what === 'dispute' ? 'dispute' : 'provider', paymentReference },
      minor,
    );
    if (made) await this.#note(made, isTold);
  }

  async #note(report: RefundReport, isTold: boolean): Promise<void> {
    this.#events.push(report);
    if (isTold) await applyReport(this.store.context, this.bank.provider, report, 'event');
  }

  async send(): Promise<void> {
    this.store.setNow(this.store.context.now() + DAY_MS / 2);
    const before = this.bank.made.length;
    const { fault } = await sendRefunds(this.store.context, this.bank.provider, { limit: 100 });
    if (fault !== undefined && !(fault instanceof ProviderError)) throw fault;
    this.#events.push(...this.bank.made.slice(before));
  }

  /** Closes a month; then a statement is paid, or its payment was a mistake. */
  async #close({ which, state }: Step): Promise<void> {
    const { db, context } = this.store;
    const period = periodOf(context.now());
    this.store.setNow(context.now() + 31 * DAY_MS);
    await closeStatements(db, MERCHANT, { period, at: context.now() });
    const closed = await db.kysely.selectFrom('statements').select('id').orderBy('id').execute();
    const one = closed[which % Math.max(1, closed.length)];
    const mark = { state: state === 'completed' ? 'paid' : 'closed', at: context.now() } as const;
    for (const _ of one ? ['once', 'again'] : []) await markStatement(db, one?.id ?? '', mark);
  }

  /**
   * Changes the bank's state of a refund or a dispute. A refund may bounce after it was made, and a dispute may be
   * decided otherwise.
   */
  async #settle(
    at: number,
    { state, isTold, share }: Pick<Step, 'state' | 'isTold' | 'share'>,
  ): Promise<void> {
    const { made } = this.bank;
    const one = made[at];
    if (!one || one.state === state) return;
    const { currency, amount_minor: claimed } = one.amount;
    const isFinal = one.cause === 'provider' && one.state === 'failed';
    const isTooMuch = one.state === 'failed' && claimed > this.bank.held(one.paymentReference);
    if (isFinal || isTooMuch) return;
    // A dispute takes a part of its claim, and no more than the others leave.
    const isLost = one.cause === 'dispute' && one.state === 'pending' && state === 'completed';
    const held = this.bank.held(one.paymentReference) + claimed;
    const taken = isLost ? Math.min(Math.ceil(claimed / share), held) : claimed;
    made[at] =
      taken > 0 ? { ...one, amount: { currency, amount_minor: taken }, state } : { ...one, state: 'failed' };
    await this.#note(made[at], isTold);
  }

  /** Delivers an event, at any time and in any order; or polls the bank. */
  async #report(which: number, isEvent: boolean): Promise<void> {
    const { made, provider } = this.bank;
    const from = isEvent ? this.#events : made;
    const one = from[which % Math.max(1, from.length)];
    if (one) await applyReport(this.store.context, provider, one, isEvent ? 'event' : 'question');
  }

  /** Settles everything that is pending. Staff refund a surplus whose refund bounced, as doctor advises. */
  async settleAll(): Promise<void> {
    for (const one of this.bank.made) await applyReport(this.store.context, this.bank.provider, one);
    for (const id of this.orders)
      await refundOrder(this.store.context, id, { part: undefined }).catch((error: unknown) =>
        assert.ok(error instanceof NothingToRefundError, String(error)),
      );
    for (let round = 0; round < 12; round += 1) {
      await this.send();
      for (const [at, { state }] of this.bank.made.entries())
        if (state === 'pending') await this.#settle(at, { state: 'completed', isTold: true, share: 1 });
      for (const one of this.bank.made) await applyReport(this.store.context, this.bank.provider, one);
    }
  }
}

/** Checks after any step. */
const ALWAYS = [credits, lots, allotments, allocations, batches, leaves, retirements, refunds, statements];
const NOTHING = { sent: [], acknowledged: [], observed: [], transactions: [], lists: [] };

async function openWorld(url: string): Promise<World> {
  const store = await openStore(url, 1_500_000);
  const { db } = store;
  const more = [1, 2].map((lot) => ({ id: `sun-${lot}`, serial_prefix: `S-${lot}`, grams: 400_001 * lot }));
  await importCatalogue(db, { projects: [{ ...PROJECT, id: 'sun', project_id: 'T-2', lots: more }] });
  await readOrCreateReceiptKeys(db, store.sealer);
  await db.kysely
    .updateTable('merchants')
    .set({ settlement: 'merchant' })
    .where('id', '=', MERCHANT)
    .execute();
  const limit = { merchant_id: MERCHANT, currency: 'INR', limit_minor: 1e12, open_minor: 0 };
  await db.kysely.insertInto('settlement_limits').values(limit).execute();
  return new World(store);
}

async function faultsOf({ db, sealer, context }: TestStore): Promise<string[]> {
  const config = { provider: 'bank', GATEWAY_RETIRE_WITHIN_DAYS: 9999 };
  const checked = {
    db,
    sealer,
    config,
    now: context.now,
    readsAll: true,
  } as unknown as CheckContext;
  const found: string[] = [];
  for (const { name, run } of [...creditChecks, ...retirementChecks, ...paymentChecks]) {
    const { state, detail } = await run(checked);
    if (state === 'fault') found.push(`${name}: ${detail}`);
  }
  return found;
}

/** Checks that an order whose refund bounced lacks credits only if its project has too few free ones. */
async function assertOnlySoldLacks({ db: { kysely } }: TestStore, known: Set<string>): Promise<void> {
  const bounced = await kysely
    .selectFrom('refunds')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.merchant_id', '=', 'refunds.merchant_id')
        .onRef('orders.id', '=', 'refunds.order_id'),
    )
    .select(['refunds.id', 'refunds.grams', 'project'])
    .where('state', '=', 'failed')
    .where('credits', '=', 'returned')
    .execute();
  const uses = await readLotUse(kysely);
  for (const { id, grams, project } of bounced.filter((one) => !known.has(one.id))) {
    known.add(id);
    const free = uses.reduce((sum, lot) => sum + (lot.project === project ? lot.free : 0), 0);
    assert.ok(free < grams, `${free} g are free, and ${id} has none of its ${grams}`);
  }
}

async function runSteps(url: string, steps: readonly Step[]): Promise<void> {
  const world = await openWorld(url);
  const { store, bank } = world;
  const check = async (...more: Check[]): Promise<void> => {
    const evidence = { journal: NOTHING, received: [], snapshot: await readSnapshot(url) };
    assert.deepEqual(
      [...ALWAYS, ...more].flatMap((one) => one(evidence)),
      [],
    );
  };
  try {
    const lacking = new Set<string>();
    for (const [at, one] of steps.entries()) {
      await world.run(one);
      // Reading everything takes longer than a step.
      if (at % 4 === 0) await check();
      await assertOnlySoldLacks(store, lacking);
    }
    await world.settleAll();
    // A refund of money that was returned elsewhere is pending until the provider refuses it.
    await check(payments);
    const stored = await store.db.kysely.selectFrom('refunds').selectAll().execute();
    for (const { reference, state, amount } of bank.made) {
      const own = stored.find(({ provider_reference }) => provider_reference === reference);
      assert.equal(own?.state, state, reference);
      // If a dispute was lost in part and then won, the amount that it took is no longer known.
      if (state !== 'failed') assert.equal(own?.amount_minor, amount.amount_minor, reference);
    }
    for (const payment of await store.db.kysely.selectFrom('payments').selectAll().execute())
      assert.equal(
        missingShare(
          payment,
          stored.filter(({ order_id }) => order_id === payment.order_id),
        ),
        0,
        payment.id,
      );
    const isLacking = stored.some(({ state, credits: of }) => state === 'failed' && of === 'returned');
    const faults = (await faultsOf(store)).filter(
      // Sequences retire more than was bought, so that there are many batches.
      (one) => !/retired, .* bought/.test(one) && !(isLacking && /credits are missing/.test(one)),
    );
    assert.deepEqual(faults, []);
  } finally {
    await store.db.close();
  }
}

onBothEngines('credits and money', ({ engine, database }) => {
  for (const seed of SEEDS)
    it(`any sequence of refunds, disputes, bounces, retirements and statements keeps the books, seed ${seed}`, async () => {
      const steps = fc.array(step, { minLength: 40, maxLength: 80 });
      const property = fc.asyncProperty(steps, async (some) => runSteps(await database(), some));
      // A sequence takes a second: shortening a failed one takes hundreds.
      await fc.assert(property, { seed, numRuns: RUNS[engine], endOnFailure: true });
    });
});
