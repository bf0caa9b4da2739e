import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { RetirementBatch } from '@flight-offset/core/retirement';
import { decodeJwt } from 'jose';
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { listAudit } from '../audit/list.ts';
import { findOrder, listOrders, showOrder, showStatus } from '../orders/find.ts';
import { importCatalogue } from '../projects/import.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { hasLockWait, runDuringTransaction } from '../testing/lock-wait.ts';
import { listQuery } from '../testing/recount.ts';
import {
  addLot,
  bounce,
  order,
  publisherOf,
  refund,
  retirement,
  stateOnReceipt,
} from '../testing/retired-orders.ts';
import { addMerchant, MERCHANT, openStore, PROJECT, SOMEBODY, settleOrder } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { collectDue } from './collect.ts';
import { isFutureDay, type NewRetirement, RetirementError, readSerials } from './new-retirement.ts';
import { openCoveredBatches } from './open-covered-batches.ts';
import { planRetirements } from './plan.ts';
import { publishBatches } from './publish.ts';
import { openBatch, recordRetirement } from './record.ts';
import { removeRetirement } from './remove.ts';
import { lockLedger } from './serial-ledger.ts';
import { remaindersOf } from './surplus.ts';

function tableIn(node: RootOperationNode): unknown {
  if (node.kind === 'UpdateQueryNode') return node.table;
  return 'from' in node ? node.from : undefined;
}

/** The same database, but an action runs after a transaction's statement on a table, before the commit. */
function onceRun(
  db: Database,
  [kind, table]: readonly [kind: 'UpdateQueryNode' | 'SelectQueryNode', table: string],
  action: () => Promise<void>,
): Database {
  const run = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === kind && JSON.stringify(tableIn(node)).includes(`"${table}"`)) run.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (run.has(queryId)) await action();
      return result;
    },
  };
  return { ...db, transaction: (work) => db.transaction((tx) => work(tx.withPlugin(plugin))) };
}

it('a date is in the future until it is today somewhere on Earth', () => {
  const noon = Date.UTC(2026, 10, 28, 12);
  const verdicts = ['2026-11-28', '2026-11-29', '2026-11-30'].map((day) => isFutureDay(day, noon));
  assert.deepEqual(verdicts, [false, false, true]);
  // A day begins first at UTC+14: until 10:00 UTC, tomorrow is nobody's today.
  const tenInTheMorning = Date.UTC(2026, 11, 31, 10);
  const newYear = [tenInTheMorning - 1, tenInTheMorning].map((now) => isFutureDay('2027-01-01', now));
  assert.deepEqual(newYear, [true, false]);
});

const VCU = 'VCS-VCU-1289-VER-VN-1-9001-01022023-31122023-0';
const GS = 'GS1-1-CR-GS9101-22-2025-30184';
const CAR = 'CAR-1-US-9301-31-983-KS-2025-9205';
for (const [text, block, first, last] of [
  [`19368-7-7-${VCU}`, `19368-*-${VCU}`, 7, 7],
  [`19368-7-1716-${VCU}`, `19368-*-${VCU}`, 7, 1716],
  [`19368-7-${VCU}..19368-8-${VCU}`, `19368-*-${VCU}`, 7, 8],
  [`19368 – 7 – 8 – ${VCU.toLowerCase()}`, `19368-*-${VCU.toLowerCase()}`, 7, 8],
  [`${GS}-3-3`, `${GS}-*`, 3, 3],
  [`${GS}-67-890`, `${GS}-*`, 67, 890],
  [`${GS}-3`, `${GS}-*`, 3, 3],
  [`${CAR}-1 to 5000`, `${CAR}-*`, 1, 5000],
  [`${CAR}-1\n to 1`, `${CAR}-*`, 1, 1],
  ['A–１..A\u2011\u200b２', 'A-*', 1, 2],
] as const)
  it(`${JSON.stringify(text)} is read as the serial numbers of the registry`, () =>
    assert.deepEqual(readSerials(text, Error), [{ block, first, last }]));

it('refuses a range of serial numbers that runs backwards', () =>
  assert.throws(() => readSerials(`19368-9-8-${VCU}`, Error), /must be a range as Verra, .* or FROM\.\.TO/));

it('refuses a text of a million spaces without blocking', () => {
  const read = () => readSerials(`A${' '.repeat(1e6)}x`, Error);
  // The limit only ends what would take hours.
  assert.throws(() => runInNewContext('read()', { read }, { timeout: 60_000 }), /must be a range/);
});

onBothEngines('a retirement', ({ database, engine }) => {
  it('covers paid orders, and each receipt proves it', async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'merchant-b');
    const paid = [await order(store, 1146, 'completed')];
    const oldest = store.context.now();
    paid.push(await order(store, 0.001, 'completed'));
    const other = await order(store, 250.5, 'completed', 'merchant-b');
    const pending = await order(store, 500);
    await order(store, 70, 'failed');
    const [plan] = await planRetirements(store.db);
    assert.deepEqual(
      { ...plan },
      {
        project: 'wind',
        product: 'carbon_credits',
        registry: 'Test Registry',
        projectId: 'T-1',
        orders: 3,
        grams: 1_396_501,
        oldest,
        surplus: 0,
        tonnes: 2,
      },
    );
    assert.equal(await stateOnReceipt(store, paid[0]!), 'allocated');

    const batch = await recordRetirement(publisherOf(store), retirement(2));

    assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [3, 1_396_501, 'published']);
    for (const id of paid) assert.equal(await stateOnReceipt(store, id), 'retired');
    assert.equal(await stateOnReceipt(store, other, 'merchant-b'), 'retired');
    // Paid after the batch: allocated, until the next one.
    await settleOrder(store, pending, 'completed');
    assert.equal(await stateOnReceipt(store, pending), 'allocated');
    await store.db.close();
  });

  it('in two batches names its ranges in the same order in both', async () => {
    const store = await openStore(await database());
    const range = (block: string, first: number) => ({ block: `T-1-2024${block}-*`, first, last: first });
    const first = await order(store, 500, 'completed');
    await recordRetirement(
      publisherOf(store),
      retirement(3, 0, { serials: ['-a', '-b', '_a'].map((block) => range(block, 5)) }),
    );
    const second = await order(store, 900, 'completed');
    // The row of the range after it is written anew.
    await recordRetirement(publisherOf(store), retirement(1, 0, { serials: [range('-a', 3)] }));
    if (engine === 'postgres')
      // As after a move to a database of another locale.
      await sql`alter table retirement_serials alter column block type text collate "und-x-icu"`.execute(
        store.db.kysely,
      );
    const third = await order(store, 1900, 'completed');
    await recordRetirement(publisherOf(store), retirement(1, 0, { serials: [range('-a', 1)] }));
    for (const id of [first, second, third]) assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  it('covers credits that an order got back after a batch in the next batch', async () => {
    const store = await openStore(await database());
    await addLot(store, 1e9);
    const id = await order(store, 600, 'completed');
    await refund(store, id, 200_000);
    await recordRetirement(publisherOf(store), retirement(1));
    await bounce(store, id);
    assert.equal(await stateOnReceipt(store, id), 'partly_retired');

    const batch = await recordRetirement(publisherOf(store), retirement(1, 2));

    assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [1, 200_000, 'published']);
    assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  // A transaction of SQLite has the whole file to itself.
  if (engine === 'postgres')
    it('does not take credits that an order gets back while its batch takes the order', async () => {
      const store = await openStore(await database());
      await addLot(store, 1e9);
      const id = await order(store, 600, 'completed');
      await refund(store, id, 200_000);
      let bounced: Promise<void> | undefined;
      const db = onceRun(store.db, ['UpdateQueryNode', 'allocations'], async () => {
        bounced = bounce(store, id);
        bounced.catch(() => {});
        await until(() => hasLockWait(store.db), 'a refund that waits for the batch');
      });
      await recordRetirement({ ...publisherOf(store), db }, retirement(1));
      await bounced;
      const allocations = await store.db.kysely
        .selectFrom('allocations')
        .select(['lot', 'grams', 'batch'])
        .where('order_id', '=', id)
        .orderBy('part')
        .execute();
      assert.deepEqual(
        allocations.map(({ lot, grams, batch }) => [lot, grams, batch !== null]),
        [
          ['wind-2024', 400_000, true],
          ['wind-2024', 200_000, false],
        ],
      );
      assert.equal(await stateOnReceipt(store, id), 'partly_retired');
      let returned: Promise<void> | undefined;
      const again = onceRun(store.db, ['UpdateQueryNode', 'allocations'], async () => {
        returned ??= refund(store, id, 100_000);
        await until(() => hasLockWait(store.db), 'a refund that waits for the batch');
      });
      await recordRetirement({ ...publisherOf(store), db: again }, retirement(1, 2));
      await returned;
      assert.equal(await stateOnReceipt(store, id), 'retired', 'what the batch took stays with the order');
      await store.db.close();
    });

  if (engine === 'postgres')
    it('covers no more than was retired if an order gets credits back after it was counted', async () => {
      const store = await openStore(await database());
      await addLot(store, 1e9);
      const grown = await order(store, 600, 'completed');
      const other = await order(store, 300, 'completed');
      const batch = await runDuringTransaction(
        store.db,
        (tx) => tx.updateTable('allocations').set({ grams: 900_000 }).where('order_id', '=', grown).execute(),
        () => recordRetirement(publisherOf(store), retirement(1)),
      );
      assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [1, 900_000, 'published']);
      assert.notEqual(await stateOnReceipt(store, other), 'retired');
      await store.db.close();
    });

  it('covers the last orders of a project with the rest of its last tonne', async () => {
    const store = await openStore(await database());
    await order(store, 600, 'completed');
    await recordRetirement(publisherOf(store), retirement(1));
    const last = await order(store, 400, 'completed');
    const [plan] = await planRetirements(store.db);
    assert.deepEqual([plan?.surplus, plan?.tonnes], [400_000, 0]);
    const { kysely } = store.db;
    const open = () =>
      kysely.selectFrom('retirement_batches').selectAll().where('state', '=', 'open').execute();
    if (engine === 'postgres') {
      const byAnother = async (tx: Tx): Promise<void> => {
        await lockLedger(tx);
        await openBatch(tx, 'wind', store.context.now());
      };
      await runDuringTransaction(store.db, byAnother, () => openCoveredBatches(publisherOf(store)));
      const [batch, ...more] = await open();
      assert.deepEqual([batch?.capacity, more], [400_000, []], 'one batch, whoever opens it');
      // As if another process had filled it just now.
      const fill = (tx: Tx | typeof kysely, grams: number): Promise<unknown> =>
        tx
          .updateTable('retirement_batches')
          .set({ grams, state: 'open' })
          .where('id', '=', batch!.id)
          .execute();
      await runDuringTransaction(
        store.db,
        (tx) => fill(tx, 400_000),
        () => collectDue(store.db, batch!.id),
      );
      assert.equal(await stateOnReceipt(store, last), 'allocated', 'nothing beyond what the batch covers');
      await fill(kysely, 0);
    }
    for (const grams of [[400_000], []]) {
      await openCoveredBatches(publisherOf(store));
      const published = await publishBatches(publisherOf(store));
      assert.deepEqual(
        published.map((batch) => batch.grams),
        grams,
      );
    }
    assert.equal(await stateOnReceipt(store, last), 'retired');
    // Orders that are covered only in part stay out: the next tonne takes them along.
    await order(store, 1, 'completed');
    await openCoveredBatches(publisherOf(store));
    assert.deepEqual(await publishBatches(publisherOf(store)), []);
    await store.db.close();
  });

  it('leaves a surplus that counts for the next batch', async () => {
    const store = await openStore(await database());
    await order(store, 600, 'completed');
    await recordRetirement(publisherOf(store), retirement(1));
    const second = [await order(store, 700, 'completed'), await order(store, 600, 'completed')];
    const [plan] = await planRetirements(store.db);
    assert.deepEqual([plan?.grams, plan?.surplus, plan?.tonnes], [1_300_000, 400_000, 1]);
    const batch = await recordRetirement(publisherOf(store), retirement(1, 2));
    assert.equal(batch?.grams, 1_300_000);
    for (const id of second) assert.equal(await stateOnReceipt(store, id), 'retired');
    const parts = await store.db.kysely
      .selectFrom('retirement_parts')
      .select(['grams_from', 'grams_to'])
      .orderBy('batch')
      .orderBy('retirement')
      .execute();
    assert.deepEqual(parts, [
      { grams_from: 0, grams_to: 600_000 },
      { grams_from: 600_000, grams_to: 1_000_000 },
      { grams_from: 0, grams_to: 900_000 },
    ]);
    const left = await remaindersOf(store.db.kysely, 'wind');
    assert.deepEqual(
      left.map(({ from }) => from),
      [900_000],
      'one that is used up is no remainder',
    );
    await store.db.close();
  });

  it('that is too small covers whole orders, oldest first, and no part of another', async () => {
    const store = await openStore(await database());
    const first = await order(store, 900, 'completed');
    const next = await order(store, 200, 'completed');
    const small = await order(store, 1, 'completed');
    const batch = await recordRetirement(publisherOf(store), retirement(1));
    assert.deepEqual([batch?.orders, batch?.grams], [1, 900_000]);
    assert.equal(await stateOnReceipt(store, first), 'retired');
    for (const id of [next, small]) assert.equal(await stateOnReceipt(store, id), 'allocated');
    await store.db.close();
  });

  it('has its registry page as a URI, however it was pasted, and serial numbers with their zeros', async () => {
    const store = await openStore(await database());
    await order(store, 600, 'completed');
    const url = 'https://registry.example/Forêt d’Ébène?q=é';
    const serials = [{ block: 'T-1-2024-*', first: 1, last: 1, digits: 4 }];
    const batch = await recordRetirement(publisherOf(store), retirement(1, 1, { url, serials }));
    const { retirements } = decodeJwt<RetirementBatch>(batch?.document ?? '');
    assert.deepEqual(
      retirements.map((one) => [one.url, one.serials]),
      [['https://registry.example/For%C3%AAt%20d%E2%80%99%C3%89b%C3%A8ne?q=%C3%A9', serials]],
    );
    await store.db.close();
  });

  it('without any order due is surplus', async () => {
    const store = await openStore(await database());
    assert.equal(await recordRetirement(publisherOf(store), retirement(3)), undefined);
    const id = await order(store, 1000, 'completed');
    const [plan] = await planRetirements(store.db);
    assert.deepEqual([plan?.surplus, plan?.tonnes], [3_000_000, 0]);
    await recordRetirement(publisherOf(store), retirement(1, 4));
    assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  it('of the wrong project can be removed until it covers an order, and recorded for the right one', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const [block, other] = ['T-2-2024-*', 'T-3-2024-*'];
    await recordRetirement(publisherOf(store), retirement(2, 4, { serials: [{ block, first: 4, last: 5 }] }));
    store.setNow(store.context.now() + 1000);
    const serials = [
      { block, first: 1, last: 1 },
      { block, first: 2, last: 3 },
      { block, first: 8, last: 9 },
      { block: other, first: 1, last: 1 },
    ];
    const mistaken = retirement(6, 1, { serials });
    await recordRetirement(publisherOf(store), mistaken);
    const [used, wrong] = (await remaindersOf(db.kysely, 'wind')).map(({ id }) => id);
    const by = { channel: 'cli', id: 'cli', name: 'ops' } as const;
    assert.equal(await removeRetirement(db, wrong ?? '', by), undefined);
    assert.match((await removeRetirement(db, wrong ?? '', SOMEBODY)) ?? '', /^There is no retirement rtm_/);
    const [{ action, subject, before } = {}] = await listAudit(db, { limit: 1 });
    assert.deepEqual([action, subject], ['retirement.removed', wrong]);
    assert.deepEqual((before as { serials: string[] }).serials, [
      'T-2-2024-1',
      'T-3-2024-1',
      'T-2-2024-2..T-2-2024-3',
      'T-2-2024-8..T-2-2024-9',
    ]);
    // The ledger still has what it had before.
    await assert.rejects(
      recordRetirement(publisherOf(store), retirement(2, 1, { serials: [{ block, first: 3, last: 4 }] })),
      /overlaps/,
    );
    const wind = { name: 'Other', registry: 'Test Registry', project_id: 'T-2' };
    const [known] = await db.kysely.selectFrom('projects').selectAll().execute();
    assert.ok(known);
    await db.kysely
      .insertInto('projects')
      .values({ ...known, id: 'other', ...wind })
      .execute();
    const lot = { id: 'other-2024', project: 'other', serial_prefix: 'T-', grams_allotted: 0 };
    await db.kysely
      .insertInto('credit_lots')
      .values({ ...lot, grams_total: 6e6 })
      .execute();
    await recordRetirement(publisherOf(store), { ...mistaken, project: 'other' });
    const id = await order(store, 1000, 'completed');
    await openCoveredBatches(publisherOf(store));
    await publishBatches(publisherOf(store));
    assert.equal(await stateOnReceipt(store, id), 'retired');
    const [left] = await remaindersOf(db.kysely, 'wind');
    assert.deepEqual([left?.id, left?.from], [used, 1_000_000]);
    assert.match(
      (await removeRetirement(db, used ?? '', SOMEBODY)) ?? '',
      /stays: batch ret_\w+, which is published/,
    );
    await db.close();
  });

  it('of more than was bought of its project is refused', async () => {
    const store = await openStore(await database(), 2_300_000);
    const sun = { ...PROJECT, id: 'sun', project_id: 'S-1' };
    // Credits of another project cover nothing of this one.
    await importCatalogue(store.db, {
      projects: [{ ...sun, lots: [{ id: 'sun-2024', serial_prefix: 'S-1', grams: 1e9 }] }],
    });
    const record = (tonnes: number, first: number) =>
      recordRetirement(publisherOf(store), retirement(tonnes, first));
    await record(2, 1);
    await assert.rejects(record(10, 3), {
      name: 'RetirementError',
      message: /12 t of wind would be retired in total, and its lots have 3 t/,
    });
    await record(1, 3);
    await assert.rejects(record(1, 4), /4 t of wind would be retired in total, and its lots have 3 t/);
    await addLot(store, 700_001);
    await record(1, 4);
    await store.db.close();
  });

  it('is not removed while a batch that it may cover is not published', async () => {
    const store = await openStore(await database());
    await recordRetirement(publisherOf(store), retirement(1));
    const [remainder] = await remaindersOf(store.db.kysely, 'wind');
    await inTransaction(store.db, (tx) => openBatch(tx, 'wind', store.context.now()));
    assert.match(
      (await removeRetirement(store.db, remainder?.id ?? '', SOMEBODY)) ?? '',
      /^Batch ret_\w+ is not published yet/,
    );
    await store.db.close();
  });

  if (engine === 'postgres')
    it('is not removed if its batch is published at that moment', async () => {
      const store = await openStore(await database());
      await recordRetirement(publisherOf(store), retirement(1));
      await order(store, 1000, 'completed');
      const [remainder] = await remaindersOf(store.db.kysely, 'wind');
      await inTransaction(store.db, (tx) => openBatch(tx, 'wind', store.context.now()));
      const published = onceRun(store.db, ['SelectQueryNode', 'retirement_parts'], async () => {
        await publishBatches(publisherOf(store));
      });
      assert.match(
        (await removeRetirement(published, remainder?.id ?? '', SOMEBODY)) ?? '',
        /^Batch ret_\w+ is not published yet|^Retirement rtm_\w+ stays/,
      );
      await store.db.close();
    });

  it('has one leaf for an order over several lots', async () => {
    const store = await openStore(await database(), 700_000);
    await addLot(store, 700_000);
    const id = await order(store, 1000, 'completed');
    const batch = await recordRetirement(publisherOf(store), retirement(1));
    assert.deepEqual([batch?.orders, batch?.grams], [1, 1_000_000]);
    assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  it('interrupted after it was recorded is completed by publish', async () => {
    const store = await openStore(await database());
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await order(store, 100, 'completed'));
    const broken = {
      ...publisherOf(store),
      sealer: {
        ...store.sealer,
        seal(): string {
          throw new Error('interrupted');
        },
      },
    };
    await assert.rejects(recordRetirement(broken, retirement(1)), /interrupted/);
    for (const id of ids) assert.equal(await stateOnReceipt(store, id), 'allocated');
    await assert.rejects(
      recordRetirement(publisherOf(store), retirement(1, 2)),
      /run: flight-offset-gateway retirements publish$/,
    );
    const [batch] = await publishBatches(publisherOf(store));
    assert.equal(batch?.orders, 5);
    assert.deepEqual(await publishBatches(publisherOf(store)), []);
    for (const id of ids) assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  it('of more orders than a page and a chunk hold proves each of them', { timeout: 600_000 }, async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const first = await order(store, 1, 'completed');
    const row = await kysely
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const at = store.context.now();
    const ids = Array.from({ length: 2500 }, (_, index) => `ord_${String(index).padStart(26, '0')}`);
    await inTransaction(store.db, async (tx) => {
      for (const id of ids) {
        const columns = { merchant_id: MERCHANT, order_id: id, lot: 'wind-2024', grams: 1000 };
        await tx
          .insertInto('orders')
          .values({
            ...row,
            id,
            payment_token: id,
            status: 'pending',
            payment_status: 'pending',
            settled_at: null,
          })
          .execute();
        await tx
          .insertInto('allocations')
          .values({ ...columns, allocated_at: at })
          .execute();
      }
    });
    const batch = await recordRetirement(publisherOf(store), retirement(3));
    assert.deepEqual([batch?.orders, batch?.grams], [2501, 2_501_000]);
    for (const id of [first, ids[0]!, ids[1023]!, ids[1024]!, ids[2047]!, ids[2499]!])
      assert.equal(await stateOnReceipt(store, id), 'retired');
    await store.db.close();
  });

  const REFUSED: [name: string, change: Partial<NewRetirement>, reason: RegExp][] = [
    ['serial numbers used before', {}, /overlaps serial numbers of rtm_/],
    ['one serial number used before', { serials: [{ block: 't-01-2024-*', first: 2, last: 3 }] }, /overlaps/],
    [
      'one serial number twice',
      {
        serials: [
          { block: 'X-*', first: 1, last: 1 },
          { block: 'X-*', first: 1, last: 1 },
        ],
      },
      /X-1 overlaps another range of this retirement$/,
    ],
    [
      'one serial number twice, beside a sign of patterns',
      {
        serials: [
          { block: 'X!1-*', first: 1, last: 1 },
          { block: 'X!*-1', first: 1, last: 1 },
        ],
      },
      /overlaps another range of this retirement$/,
    ],
    [
      'fewer serial numbers than tonnes',
      { tonnes: 3, serials: [{ block: 'X-*', first: 1, last: 1 }] },
      /1 serial number for 3 t/,
    ],
    ['no tonnes', { tonnes: 0, serials: [] }, /whole number from 1/],
    ['an unknown project', { project: 'none' }, /no project none/],
    ['a date that does not exist', { retiredOn: '2026-02-30' }, /must be one such as/],
    ['no date', { retiredOn: '' }, /must be one such as 2026-03-31, not an empty text$/],
    ['a date in the future', { retiredOn: '2027-01-01' }, /in the future/],
    ['an address that is not https', { url: 'http://registry.example' }, /https/],
    [
      'more ranges than a batch may name',
      {
        tonnes: 101,
        serials: Array.from({ length: 101 }, (_, at) => ({ block: `U-${at}-*`, first: 1, last: 1 })),
      },
      /101 ranges .* several retirements of at most 100/,
    ],
    [
      'an address longer than a batch may name',
      { url: `https://r.example/${'a'.repeat(2048)}` },
      /2048 characters/,
    ],
    [
      'a certificate of more than five megabytes',
      { certificate: Buffer.alloc(5_000_001, '%PDF-') },
      /the certificate is larger than 5000000 bytes/,
    ],
    ['a URL without slashes', { url: 'https:registry.example/1' }, /an https address/],
    ['a year of two digits', { retiredOn: '0026-12-14' }, /0026-12-14 is before there were carbon credits/],
    ['a certificate that is no PDF', { certificate: Buffer.from('<html>') }, /PDF/],
  ];
  it('is refused as a whole for any fault', async () => {
    const store = await openStore(await database());
    await order(store, 600, 'completed');
    await recordRetirement(publisherOf(store), retirement(2));
    await order(store, 1600, 'completed');
    const count = async () =>
      (await store.db.kysely.selectFrom('retirements').select('id').execute()).length +
      (await store.db.kysely.selectFrom('retirement_serials').select('first').execute()).length +
      (await store.db.kysely.selectFrom('retirement_batches').select('id').execute()).length;
    const before = await count();
    for (const [name, change, reason] of REFUSED) {
      await assert.rejects(recordRetirement(publisherOf(store), retirement(2, 1, change)), reason, name);
      assert.equal(await count(), before, name);
    }
    // A range over another of its numbers holds the same credit once more.
    const crossing = { serials: [{ block: 'T-*-2024-2', first: 1, last: 2 }] };
    await assert.rejects(recordRetirement(publisherOf(store), retirement(2, 1, crossing)), /overlaps/);
    assert.equal(await count(), before);
    // Between two ranges of a block there is room for a third, exactly. A certificate may be as large as one may be.
    const certificate = Buffer.alloc(5_000_000, '%PDF-');
    await recordRetirement(publisherOf(store), retirement(2, 6, { certificate }));
    await order(store, 1600, 'completed');
    await assert.rejects(recordRetirement(publisherOf(store), retirement(4, 3)), /overlaps/);
    await recordRetirement(publisherOf(store), retirement(3, 3));
    const serials = Array.from({ length: 100 }, (_, at) => ({ block: `T-1-${at}-*`, first: 1, last: 1 }));
    await recordRetirement(publisherOf(store), retirement(100, 1, { serials }));
    await store.db.close();
  });

  it('of serial numbers that begin like a lot of another project is refused', async () => {
    const store = await openStore(await database());
    await order(store, 600, 'completed');
    const sun = {
      ...PROJECT,
      id: 'sun',
      registry: 'TEST registry',
      lots: [{ id: 'sun-1', serial_prefix: 't-2 2024', grams: 1e9 }],
    };
    await importCatalogue(store.db, { projects: [sun] });
    const record = (block: string, project = 'wind') =>
      recordRetirement(
        publisherOf(store),
        retirement(1, 1, { project, serials: [{ block, first: 1, last: 1 }] }),
      );
    const message = /T-22024-1 begins like lot sun-1 of sun, and like no lot of wind; record it for sun/;
    await assert.rejects(record('T-22024-*'), { name: 'RetirementError', message });
    await record('T-22024-*', 'sun');
    // Numbers that match no lot, or are of another registry, are the operator's to know.
    assert.equal((await record('X-*'))?.orders, 1);
    await assert.rejects(record('X-*', 'sun'), /X-1 overlaps serial numbers of rtm_/);
    await store.db.kysely
      .updateTable('projects')
      .set({ registry: 'Other' })
      .where('id', '=', 'sun')
      .execute();
    await record('T-22024-5*');
    await store.db.close();
  });

  it('beyond the 100 that a batch may name is refused', async () => {
    const store = await openStore(await database());
    await addLot(store, 1e9);
    const first = await order(store, 100_500, 'completed');
    for (let at = 1; at <= 100; at += 1) await recordRetirement(publisherOf(store), retirement(1, at));
    await assert.rejects(recordRetirement(publisherOf(store), retirement(1, 101)), /100 retirements of wind/);
    await order(store, 100, 'completed');
    await refund(store, first, 100_000_000);
    await openCoveredBatches(publisherOf(store));
    assert.deepEqual(
      (await publishBatches(publisherOf(store))).map(({ orders }) => orders),
      [2],
    );
    await store.db.close();
  });

  it('is refused if it and others would make a batch longer than verifiers read', async () => {
    const store = await openStore(await database());
    await recordRetirement(publisherOf(store), retirement(1));
    const url = `https://registry.example/${'a'.repeat(750_000)}`;
    await store.db.kysely.updateTable('retirements').set({ url }).execute();
    const next = recordRetirement(publisherOf(store), retirement(1, 2));
    await assert.rejects(next, /have more ranges of serial numbers than a batch can state/);
    assert.equal((await store.db.kysely.selectFrom('retirements').select('id').execute()).length, 1);
    await order(store, 600, 'completed');
    await assert.rejects(openCoveredBatches(publisherOf(store)), /than a batch can state/);
    await store.db.close();
  });

  it('is recorded if PostgreSQL treats backslashes in strings as escapes', async () => {
    const { db, url } = await openStore(await database());
    if (engine === 'postgres') {
      const name = sql.id(new URL(url).pathname.slice(1));
      await sql`alter database ${name} set standard_conforming_strings = off`.execute(db.kysely);
    }
    const store = await openStore(url);
    await recordRetirement(publisherOf(store), retirement(1));
    await store.db.close();
    await db.close();
  });

  it('cannot be stored twice: the database refuses overlapping serial numbers', async () => {
    const store = await openStore(await database());
    await recordRetirement(publisherOf(store), retirement(2));
    const { kysely } = store.db;
    const [row] = await kysely.selectFrom('retirement_serials').selectAll().execute();
    assert.ok(row);
    for (const change of [
      { first: 2, last: 3, previous: null },
      { first: 2, last: 3, previous: 2 },
      { first: 3, last: 4, previous: 1 },
      { first: 1, last: 2 },
    ]) {
      await assert.rejects(
        kysely.transaction().execute((tx) =>
          tx
            .insertInto('retirement_serials')
            .values({ ...row, ...change })
            .execute(),
        ),
        JSON.stringify(change),
      );
    }
    await store.db.close();
  });

  it('published by two processes at once proves each order once', async () => {
    const url = await database();
    const stores = [await openStore(url), await openStore(url)] as const;
    for (let at = 0; at < 6; at += 1) await order(stores[0], 100, 'completed');
    const results = await Promise.allSettled([
      recordRetirement(publisherOf(stores[0]), retirement(1, 1)),
      // The clock of the first one, which made the orders.
      recordRetirement({ ...publisherOf(stores[1]), now: stores[0].context.now }, retirement(1, 5)),
    ]);
    assert.ok(results.some(({ status }) => status === 'fulfilled'));
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof RetirementError, result.reason);
    }
    const leaves = await stores[0].db.kysely.selectFrom('retirement_leaves').select('order_id').execute();
    assert.equal(leaves.length, 6);
    const batches = await stores[0].db.kysely.selectFrom('retirement_batches').selectAll().execute();
    assert.equal(
      batches.filter(({ state }) => state === 'published').reduce((sum, { orders }) => sum + orders, 0),
      6,
    );
    await Promise.all(stores.map(({ db }) => db.close()));
  });

  it('whose batch another process publishes first returns that batch', async () => {
    const store = await openStore(await database());
    // After it is stored, or once it has its orders.
    for (const turn of [1, 2]) {
      await order(store, 300, 'completed');
      let done = 0;
      const db: Database = {
        ...store.db,
        async transaction(work) {
          const result = await store.db.transaction(work);
          done += 1;
          if (done === turn) await publishBatches(publisherOf(store));
          return result;
        },
      };
      const batch = await recordRetirement({ ...publisherOf(store), db }, retirement(1, turn));
      assert.deepEqual([batch?.orders, batch?.grams, batch?.state], [1, 300_000, 'published']);
    }
    const parts = await store.db.kysely.selectFrom('retirement_parts').selectAll().execute();
    assert.deepEqual(
      parts.map(({ grams_from, grams_to }) => [grams_from, grams_to]).toSorted(),
      [
        [0, 300_000],
        [300_000, 600_000],
      ],
      'each is covered once',
    );
    await store.db.close();
  });

  it('is proven by receipts after the catalogue has changed the name of the project', async () => {
    const store = await openStore(await database());
    const retired = await order(store, 600, 'completed');
    await recordRetirement(publisherOf(store), retirement(1));
    const due = await order(store, 100, 'completed');
    await store.db.kysely
      .updateTable('projects')
      .set({ name: 'Wind', registry: 'Test registry of wind', project_id: 'T-01' })
      .execute();
    assert.equal(await stateOnReceipt(store, retired), 'retired');
    await recordRetirement(publisherOf(store), retirement(1, 2));
    assert.equal(await stateOnReceipt(store, due), 'retired');
    await store.db.close();
  });

  it("keeps its project's number and registry fixed, its surplus usable and its serial numbers used", async () => {
    const store = await openStore(await database());
    const lots = [{ id: 'wind-2024', serial_prefix: 'T-1-2024', grams: 1e12 }];
    const load = (change: Partial<typeof PROJECT>) =>
      importCatalogue(store.db, { projects: [{ ...PROJECT, ...change, lots }] });
    // Nothing is public yet: a slip of the catalogue can be corrected.
    await load({ registry: 'Test Registri', project_id: 'T-2' });
    await load({});
    await order(store, 600, 'completed');
    await recordRetirement(publisherOf(store), retirement(2));
    for (const change of [{ registry: 'Test Registry Inc' }, { project_id: 'T-01' }]) {
      const [field = ''] = Object.keys(change);
      const message = /must stay T\S+.* for wind, of which credits are retired/;
      await assert.rejects(load(change), { field: `projects[0].${field}`, message });
    }
    await load({ name: 'Wind' });
    const due = await order(store, 900, 'completed');
    await openCoveredBatches(publisherOf(store));
    await publishBatches(publisherOf(store));
    assert.equal(await stateOnReceipt(store, due), 'retired');
    await assert.rejects(recordRetirement(publisherOf(store), retirement(1)), /overlaps/);
    await store.db.close();
  });

  it('is read for the state of an order without its serial numbers', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const id = await order(store, 2500, 'completed');
    const serials = Array.from({ length: 3 }, (_, i) => ({
      block: 'T-1-2024-*',
      first: 10 * i + 1,
      last: 10 * i + 1,
    }));
    await recordRetirement(publisherOf(store), retirement(3, 1, { serials }));
    await publishBatches(publisherOf(store));
    const read = new Set<string>();
    const note = (text: string): void => {
      for (const [, name = ''] of text.matchAll(/"(\w+)"/g)) read.add(name);
    };
    const reader = db.reader.withPlugin({
      transformQuery({ node }) {
        note(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const run = reader.executeQuery.bind(reader);
    // Prepared texts do not pass the plugin again.
    reader.executeQuery = (query, ...more) => {
      if ('sql' in query) note(query.sql);
      return run(query, ...more);
    };
    const context = { ...store.context, db: { ...db, reader } };
    const row = await findOrder(context, MERCHANT, id);
    assert.ok(row);
    const {
      orders: [listed],
    } = await listOrders(context, MERCHANT, listQuery({}));
    const shown = await showOrder(context, row);
    assert.ok(read.has('projects') && !read.has('retirement_serials'));
    read.clear();
    const status = await showStatus(context, row);
    assert.ok(read.has('retirement_batches') && !read.has('projects'), 'it names no projects');
    for (const { retirement_state } of [listed!, shown, status]) assert.equal(retirement_state, 'retired');
    await db.close();
  });
});
