import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { decodeJwt } from 'jose';
import { findView } from '../pages/find-view.ts';
import type { RefundTotal } from '../pages/order-view.ts';
import { importCatalogue } from '../projects/import.ts';
import { receiptClaims } from '../receipts/sign.ts';
import { order, publisherOf, refund, retirement, stateOnReceipt } from '../testing/retired-orders.ts';
import { MERCHANT, openStore, PROJECT, type TestStore } from '../testing/store.ts';
import { creditsOf } from './credits-of.ts';
import { readDue } from './due.ts';
import { findBatch, findCertificate, listCoveredBatches } from './find.ts';
import { sumLeaves } from './leaf-sums.ts';
import type { NewRetirement } from './new-retirement.ts';
import { openCoveredBatches } from './open-covered-batches.ts';
import { receiptCredits } from './receipt-credits.ts';
import { recordRetirement } from './record.ts';

const SUN = { ...PROJECT, id: 'sun', name: 'Test sun', registry: 'Other Registry', project_id: 'S-1' };
const FUEL = { ...PROJECT, id: 'fuel', product: 'aviation_fuel' };
const inStock = (project: typeof PROJECT, grams: number): object => {
  const { id } = project;
  return { ...project, lots: [{ id: `${id}-2024`, serial_prefix: id, grams }] };
};

let store: TestStore;
/** Three paid orders that use up the stock: the last one has the rest of wind and of sun. */
let orders: readonly [wind: string, sun: string, both: string];
before(async () => {
  store = await openStore('sqlite::memory:', 600_000);
  const wind = await order(store, 500, 'completed');
  // Of two lots, so that an order has credits of both.
  const lots = [300_000, 650_000].map((grams, n) => ({ id: `sun-202${n + 3}`, serial_prefix: 'sun', grams }));
  await importCatalogue(store.db, { projects: [{ ...SUN, lots }, inStock(FUEL, 1000)] });
  orders = [wind, await order(store, 500, 'completed'), await order(store, 550, 'completed')];
  // Bought and not on sale: more of wind is retired than its orders need.
  await importCatalogue(store.db, {
    projects: [
      { ...PROJECT, lots: [{ id: 'wind-2024', serial_prefix: 'T-1-2024', grams: 2e6 }], active: false },
    ],
  });
});
after(() => store.db.close());

const certificate = (text: string): Uint8Array => Buffer.from(`%PDF-${text}`);

/**
 * A retirement with the serial number T-1-2024-1 in either registry, written differently. That of sun has no room for
 * the orders of wind beside its own.
 */
const ofProject = (project: 'wind' | 'sun'): NewRetirement => {
  const block = project === 'sun' ? 'T-1-2024-*' : 'T-*-2024-1';
  const serials = (project === 'sun' ? [1] : [1, 3]).map((one) => ({ block, first: one, last: one }));
  return retirement(serials.length, 1, { project, serials, certificate: certificate(project) });
};

const states = async (): Promise<string[]> => Promise.all(orders.map((id) => stateOnReceipt(store, id)));

it('adds up credits due by project, with the age of the oldest order, over any number of pages', async () => {
  const due = await readDue(store.db, 1);
  const paidAt = store.context.now();
  assert.deepEqual(
    due.map(({ project, orders: count, grams, oldest }) => [project, count, grams, paidAt - oldest]),
    [
      ['sun', 2, 950_000, 1000],
      ['wind', 2, 600_000, 2000],
    ],
  );
});

it('batches only orders of its project, and names that project', async () => {
  const batch = await recordRetirement(publisherOf(store), ofProject('sun'));
  assert.deepEqual([batch?.orders, batch?.grams], [2, 950_000]);
  const { name, registry } = SUN;
  const { project, root, product, sandbox } = decodeJwt(batch?.document ?? '');
  assert.deepEqual(
    [project, product, sandbox],
    [{ name, registry, project_id: 'S-1' }, undefined, undefined],
  );
  assert.deepEqual([batch?.root, batch?.published_at], [root, store.context.now()]);
  assert.deepEqual(await states(), ['allocated', 'retired', 'partly_retired']);
  // Identifiers of the same millisecond are not sorted.
  store.setNow(store.context.now() + 1000);
  const second = await recordRetirement(publisherOf(store), ofProject('wind'));
  assert.deepEqual([second?.orders, second?.grams], [2, 600_000]);
  assert.deepEqual(await states(), ['retired', 'retired', 'retired']);
  assert.equal((await findBatch(store.db, batch?.id ?? ''))?.project, 'sun');
  assert.deepEqual(
    (await listCoveredBatches(store.db)).map(({ retirements }) => retirements.map(({ serials }) => serials)),
    [[['T-1-2024-1', 'T-3-2024-1']], [['T-1-2024-1']]],
  );
  const older = await listCoveredBatches(store.db, second?.id);
  assert.deepEqual(
    older.map((one) => one.project.name),
    ['Test sun'],
  );
  assert.deepEqual(await sumLeaves(store.db, batch?.id ?? '', 1), { orders: 2, grams: 950_000 });
});

it('stores a certificate for each retirement', async () => {
  const rows = await store.db.kysely.selectFrom('retirements').select(['id', 'project']).execute();
  for (const { id, project } of rows)
    assert.deepEqual(await findCertificate(store.db, id), certificate(project));
});

it('opens a batch for due orders that earlier retirements cover, whatever is open elsewhere', async () => {
  const { db, context } = store;
  await importCatalogue(db, { projects: [inStock(SUN, 1e9)] });
  const last = await order(store, 60, 'completed');
  const times = { cutoff: context.now(), created_at: context.now() };
  const open = { id: 'ret_0', project: 'wind', state: 'open', capacity: 1e6, ...times } as const;
  await db.kysely.insertInto('retirement_batches').values(open).execute();
  const openBatches = () =>
    db.kysely
      .selectFrom('retirement_batches')
      .select(['id', 'project'])
      .where('state', '=', 'open')
      .orderBy('project')
      .execute();
  await openCoveredBatches(publisherOf(store));
  assert.equal((await openBatches()).length, 1, 'not all that is due is covered');
  await refund(store, last, 10_000);
  for (const _ of ['opened', 'open already']) await openCoveredBatches(publisherOf(store));
  const opened = await openBatches();
  assert.deepEqual(
    opened.map(({ project }) => project),
    ['sun', 'wind'],
  );
  assert.equal(await findBatch(db, opened[0]?.id ?? ''), undefined, 'not published yet');
  assert.equal((await listCoveredBatches(db)).length, 2);
});

it('a receipt names the product of certificates that are no carbon credits', async () => {
  const held = ['sun', 'fuel'].map((project) => ({ project, grams: 1, batch: null, retirements: [] }));
  const lines = await receiptCredits(store.db, { id: orders[0], merchant_id: MERCHANT }, held);
  assert.deepEqual(
    lines.map(({ product }) => product),
    [undefined, 'aviation_fuel'],
  );
});

it('a receipt states the label that the registry shows, only for its project', async () => {
  const stated = { project: 'sun', country: 'IN', type: 'Sun', vintage_from: 2024, vintage_to: 2024 };
  const labelled = { ...stated, ccp_label_on: '2026-05-01', exported_on: '2026-05-01' };
  await store.db.kysely.insertInto('project_facts').values(labelled).execute();
  const held = ['sun', 'wind'].map((project) => ({ project, grams: 1, batch: null, retirements: [] }));
  const lines = await receiptCredits(store.db, { id: orders[0], merchant_id: MERCHANT }, held);
  assert.deepEqual(
    lines.map(({ ccp_label_on }) => ccp_label_on),
    ['2026-05-01', undefined],
  );
});

it('a batch states a product other than carbon credits, and that it is of a sandbox', async () => {
  const id = await order(store, 1, 'completed');
  await store.db.kysely
    .updateTable('allocations')
    .set({ lot: 'fuel-2024' })
    .where('order_id', '=', id)
    .execute();
  const serials = [{ block: 'F-*', first: 1, last: 1 }];
  const publisher = { ...publisherOf(store), sandbox: true };
  const batch = await recordRetirement(publisher, retirement(1, 1, { project: 'fuel', serials }));
  const { product, sandbox, grams } = decodeJwt(batch?.document ?? '');
  assert.deepEqual([product, sandbox, grams], ['aviation_fuel', true, 1000]);
});

it('an order has credits once it is paid, and their batch once that is published', async () => {
  const { db } = store;
  const [pending, paid] = [await order(store, 10), await order(store, 10, 'completed')];
  await db.kysely.updateTable('allocations').set({ batch: 'ret_0' }).where('order_id', '=', paid).execute();
  const credits = await creditsOf(db, MERCHANT, [{ id: pending }, { id: paid }]);
  assert.equal(credits.get(pending), undefined);
  assert.deepEqual(
    credits.get(paid)?.map(({ grams, batch }) => [grams, batch]),
    [[10_000, null]],
  );
});

it('a receipt states the payment, its time, merchant and tax, and what was or is being refunded', async () => {
  const { db, context } = store;
  const [id] = orders;
  const paid = {
    settled_at: context.now() + 7_000_500,
    currency: 'JPY',
    amount_minor: 1500,
    tax: JSON.stringify({ net_minor: 1400, tax_minor: 100 }),
    emissions_model: 'tim 3.0.0',
  };
  const { payment_token } = await db.kysely
    .selectFrom('orders')
    .select('payment_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const view = (await findView(db, payment_token)) ?? assert.fail();
  const merchant = { ...view.merchant, name: 'Air' };
  // A part of the refund was paid above the price.
  const total = (amount_minor: number, ofOrder: number, doneAt?: number): RefundTotal => ({
    money: { currency: 'JPY', amount_minor },
    ofOrder,
    byMerchant: false,
    doneAt,
  });
  const refunds = [total(50, 50), total(230, 200, paid.settled_at)];
  const settled = { ...view.order, ...paid };
  const claims = receiptClaims({ ...view, order: settled, merchant, refunds }, [], '', false);
  assert.deepEqual(
    [claims.iat, claims.merchant, claims.amount, claims.currency, claims.refunded, claims.refunded_amount],
    [Math.floor(paid.settled_at / 1000), 'Air', 1500, 'JPY', true, 250],
  );
  assert.deepEqual(
    [claims.tax, claims.emissions_model, claims.project?.project_id],
    [JSON.parse(paid.tax), paid.emissions_model, 'T-1'],
  );
});
