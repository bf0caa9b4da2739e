import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { type StatementLine, type StatementWithLines, statementWithLinesSchema } from '@flight-offset/core';
import { type Kysely, sql } from 'kysely';
import { listAudit } from '../audit/list.ts';
import { changeMerchant } from '../merchants/change.ts';
import { LimitTakenError, takeLimit } from '../merchants/limit.ts';
import { createOrder } from '../orders/create.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { confirmOrder } from '../settlement/confirm.ts';
import type { Schema } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { addMerchant, MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { closeStatements, sumUnclosed } from './close.ts';
import { statementCsv } from './csv.ts';
import { findStatement, listStatements } from './find.ts';
import { statementJson } from './json.ts';
import { addLines, type NewLine } from './lines.ts';
import { markStatement } from './mark-paid.ts';
import { readPages, withFirstLines, withLines } from './read-lines.ts';

const NOVEMBER = Date.UTC(2026, 10, 20);
const DECEMBER = Date.UTC(2026, 11, 2);
const LATER = Date.UTC(2027, 0, 3);

function order(id: string, amount: number, more: Partial<NewLine> = {}): NewLine {
  return {
    merchant_id: MERCHANT,
    id,
    kind: 'order',
    product: 'carbon_credits',
    order_id: id,
    reference: null,
    currency: 'EUR',
    amount_minor: amount,
    grams: 1000,
    created_at: NOVEMBER,
    ...more,
  };
}

function refund(id: string, of: string, amount: number, at: number): NewLine {
  return order(id, -amount, { kind: 'refund', order_id: of, created_at: at });
}

async function add(store: TestStore, ...lines: NewLine[]): Promise<void> {
  await inTransaction(store.db, (tx) => addLines(tx, lines));
}

async function findWithLines(
  db: Kysely<Schema>,
  merchantId: string,
  id: string,
  at: number,
): Promise<StatementWithLines | undefined> {
  const found = await findStatement(db, merchantId, id, at);
  return found && withLines(db, found);
}

/** Sets a tax rate in percent for the merchant, which collects payments itself. */
async function setTax({ db }: TestStore, rate: number | undefined, sellerId?: string): Promise<void> {
  const tax = rate === undefined ? null : JSON.stringify({ mode: 'inclusive', rate, label: 'VAT', sellerId });
  await changeMerchant(db, MERCHANT, {
    settings: { settlement: 'merchant', tax },
    limits: [{ currency: 'INR', limit_minor: 1_000_000 }],
  });
}

/** Confirms an order of some paise. @returns its identifier. */
async function sell({ context }: TestStore, paise: number): Promise<string> {
  const { body } = await createOrder(context, MERCHANT, {
    emission_amount: paise / 100,
    emission_unit: 'kgCO2',
  });
  const { order_id: orderId } = JSON.parse(body);
  await confirmOrder(context, { merchantId: MERCHANT, orderId });
  return orderId;
}

onBothEngines('statements', ({ database, engine, distributed }) => {
  it('are open until they are closed, and never change after', async () => {
    const store = await openStore(await database());
    const { db } = store;
    await add(store, order('ord_1', 1240, { reference: 'EX7K2P' }), order('ord_2', 5, { currency: 'JPY' }));
    const [eur, jpy] = await listStatements(db.kysely, MERCHANT, NOVEMBER);
    assert.deepEqual([eur?.id, eur?.number, eur?.total_minor, jpy?.total_minor], ['open_EUR', null, 1240, 5]);
    const open = await findWithLines(db.kysely, MERCHANT, 'open_JPY', NOVEMBER);
    assert.deepEqual(
      open?.lines.map(({ order_id }) => order_id),
      ['ord_2'],
    );
    await assert.rejects(
      closeStatements(db, MERCHANT, { period: '2026-11', at: NOVEMBER }),
      /not over; close it from 2026-12-01, UTC$/,
    );

    const closed = await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER });
    assert.deepEqual(
      closed.map(({ number, currency, total_minor }) => [number, currency, total_minor]),
      [
        [1, 'EUR', 1240],
        [2, 'JPY', 5],
      ],
    );
    const id = closed[0]!.id;
    const before = await findWithLines(db.kysely, MERCHANT, id, DECEMBER);
    const yen = await findWithLines(db.kysely, MERCHANT, closed[1]!.id, DECEMBER);
    assert.deepEqual([yen?.lines, before?.lines.length], [open?.lines, 1]);
    await add(store, refund('ref_1', 'ord_1', 1240, DECEMBER), order('ord_3', 10, { created_at: DECEMBER }));
    assert.deepEqual(
      await closeStatements(db, MERCHANT, { period: '2026-11', at: LATER }),
      [],
      'nothing is left of November',
    );
    assert.deepEqual(await findWithLines(db.kysely, MERCHANT, id, LATER), before);

    const [next] = await closeStatements(db, MERCHANT, { period: '2026-12', at: LATER });
    assert.deepEqual([next?.number, next?.total_minor, next?.orders, next?.refunds], [3, -1230, 1, 1]);
    const shown = await findWithLines(db.kysely, MERCHANT, next!.id, LATER);
    assert.equal(
      shown?.lines.reduce((sum, line) => sum + line.amount_minor, 0),
      shown?.total_minor,
    );
    await db.close();
  });

  it('state when they were closed and paid, mark lines of aviation fuel, and omit tax if there is none', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    await add(store, order('ord_1', 1240), order('ord_2', 5, { product: 'aviation_fuel' }));
    const [open] = await listStatements(kysely, MERCHANT, NOVEMBER);
    const stated = { period: '2026-11', currency: 'EUR', total_minor: 1245, orders: 2, refunds: 0 };
    const unpaid = { ...stated, closed_at: null, paid_at: null };
    assert.deepEqual(open, { ...unpaid, id: 'open_EUR', number: null, state: 'open' });
    const [{ id } = assert.fail()] = await closeStatements(store.db, MERCHANT, {
      period: '2026-11',
      at: DECEMBER,
    });
    const closed = { ...unpaid, id, number: 1, state: 'closed', closed_at: '2026-12-02T00:00:00.000Z' };
    assert.deepEqual(await listStatements(kysely, MERCHANT, DECEMBER), [closed]);
    await markStatement(store.db, id, { state: 'paid', at: LATER });
    const { lines, ...paid } = (await findWithLines(kysely, MERCHANT, id, LATER)) ?? assert.fail();
    assert.deepEqual(paid, { ...closed, state: 'paid', paid_at: '2027-01-03T00:00:00.000Z' });
    assert.deepEqual(
      lines.map(({ product }) => product),
      [undefined, 'aviation_fuel'],
    );
    await store.db.close();
  });

  it('are in the audit log with the actor when they are closed, paid or marked unpaid', async () => {
    const store = await openStore(await database());
    await add(store, order('ord_1', 1240), order('ord_2', 5, { currency: 'JPY' }));
    const by = { channel: 'cli', id: '', name: 'bob' } as const;
    const [euros, yen] = await closeStatements(store.db, MERCHANT, { period: '2026-11', at: DECEMBER, by });
    for (const _ of ['paid', 'and again'])
      await markStatement(store.db, yen!.id, { state: 'paid', at: LATER, by });
    for (const _ of ['unpaid', 'and again'])
      await markStatement(store.db, yen!.id, { state: 'closed', at: LATER, by });
    const entries = await listAudit(store.db, { merchantId: MERCHANT });
    const closed = { period: '2026-11', currency: 'EUR', total_minor: 1240, number: 1 };
    assert.deepEqual(
      entries.map(({ action, subject, name, at, before, after }) => [
        action,
        subject,
        name,
        at,
        before,
        after,
      ]),
      [
        ['statement.unpaid', yen?.id, 'bob', LATER, { state: 'paid' }, { state: 'closed' }],
        ['statement.paid', yen?.id, 'bob', LATER, { state: 'closed' }, { state: 'paid' }],
        [
          'statement.closed',
          yen?.id,
          'bob',
          DECEMBER,
          null,
          { ...closed, currency: 'JPY', total_minor: 5, number: 2 },
        ],
        ['statement.closed', euros?.id, 'bob', DECEMBER, null, closed],
      ],
    );
    await store.db.close();
  });

  for (const [period, first, last] of [
    ['2026-12', Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 31, 23, 59, 59, 999)],
    ['2028-02', Date.UTC(2028, 1, 1), Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
  ] as const)
    it(`of ${period} hold its last millisecond, UTC, and nothing of the next month`, async () => {
      const store = await openStore(await database());
      await add(
        store,
        order('ord_1', 1, { created_at: first }),
        order('ord_2', 20, { created_at: last }),
        // Refunded, or completed, at midnight: not a line of the month that is over.
        refund('ref_1', 'ord_1', 300, last + 1),
        order('ord_3', 4000, { created_at: last + 1 }),
      );
      const closing = (at: number) => closeStatements(store.db, MERCHANT, { period, at });
      await assert.rejects(closing(last), { code: 'period_not_over' });
      assert.deepEqual(
        (await closing(last + 1)).map((one) => [one.period, one.total_minor, one.orders, one.refunds]),
        [[period, 21, 2, 0]],
      );
      const [open] = await listStatements(store.db.kysely, MERCHANT, last + 1);
      const next = new Date(last + 1).toISOString().slice(0, 7);
      assert.deepEqual([open?.period, open?.total_minor], [next, 3700]);
      await store.db.close();
    });

  it('are numbered without gaps if processes close them at the same time, each line on one', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const lines = Array.from({ length: 40 }, (_, index) =>
      order(`ord_${index}`, index, { currency: ['EUR', 'INR', 'JPY', 'KWD'][index % 4]! }),
    );
    await add(store, ...lines);
    await Promise.all(
      [1, 2, 3, 4, 5].map(() => closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER })),
    );
    const all = await listStatements(db.kysely, MERCHANT, DECEMBER);
    assert.deepEqual(
      all.map(({ number }) => number),
      [4, 3, 2, 1],
    );
    const totals = all.reduce((sum, one) => sum + one.total_minor, 0);
    assert.equal(totals, (39 * 40) / 2);
    if (engine === 'postgres') {
      await add(store, order('ord_late', 7));
      const another = async (tx: Tx): Promise<void> => {
        await tx.updateTable('merchants').set({ settlement: 'payer' }).where('id', '=', MERCHANT).execute();
        const row = await tx.selectFrom('statements').selectAll().executeTakeFirstOrThrow();
        await tx
          .insertInto('statements')
          .values({ ...row, id: 'stm_another', number: 5 })
          .execute();
      };
      const [next] = await runDuringTransaction(db, another, () =>
        closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER }),
      );
      assert.equal(next?.number, 6);
    }
    await db.close();
  });

  it('take each order and each refund once', async () => {
    const store = await openStore(await database());
    const lines = [order('ord_1', 1), refund('re_1', 'ord_1', 1, NOVEMBER)];
    await add(store, ...lines);
    for (const line of lines) await assert.rejects(add(store, line), /unique|duplicate/i);
    // Another part of the order, of the same grams and at the same time.
    await add(store, refund('re_2', 'ord_1', 1, NOVEMBER));
    await store.db.close();
  });

  it('are visible to their own merchant only, and numbered per merchant', async () => {
    const store = await openStore(await database());
    await addMerchant(store.db, 'other');
    await add(store, order('ord_1', 1));
    // A month ends at midnight, not a millisecond earlier.
    const end = Date.UTC(2026, 11, 1);
    await assert.rejects(closeStatements(store.db, MERCHANT, { period: '2026-11', at: end - 1 }), /not over/);
    const [closed] = await closeStatements(store.db, MERCHANT, { period: '2026-11', at: end });
    assert.equal(await findWithLines(store.db.kysely, 'other', closed!.id, DECEMBER), undefined);
    assert.deepEqual(await listStatements(store.db.kysely, 'other', DECEMBER), []);
    await add(store, order('ord_2', 20), order('ord_3', 300, { merchant_id: 'other' }));
    await add(store, order('ord_4', 4000, { created_at: end }));
    const [open, none] = await listStatements(store.db.kysely, 'other', DECEMBER);
    assert.deepEqual([open?.id, open?.total_minor, none], ['open_EUR', 300, undefined]);
    const shown = await findWithLines(store.db.kysely, 'other', 'open_EUR', DECEMBER);
    assert.deepEqual(
      shown?.lines.map(({ order_id }) => order_id),
      ['ord_3'],
    );
    const found = await findStatement(store.db.kysely, 'other', 'open_EUR', DECEMBER);
    assert.equal(found?.merchantName, 'other', 'its own name is on it');
    for (const [merchant, number, total] of [
      [MERCHANT, 2, 20],
      ['other', 1, 300],
    ] as const) {
      const [due] = await sumUnclosed(store.db.kysely, merchant, '2026-11', DECEMBER);
      assert.equal(due?.total_minor, total, 'of the month alone');
      const next = await closeStatements(store.db, merchant, { period: '2026-11', at: DECEMBER });
      assert.deepEqual(
        next.map((one) => [one.number, one.total_minor]),
        [[number, total]],
      );
    }
    await assert.rejects(
      closeStatements(store.db, 'nobody', { period: '2026-11', at: DECEMBER }),
      /no merchant/,
    );
    await store.db.close();
  });

  it('count towards the settlement limit once, until they are paid', async () => {
    const store = await openStore(await database());
    const { db } = store;
    await addMerchant(db, 'other');
    const limit = { merchant_id: MERCHANT, currency: 'EUR', limit_minor: 1000 };
    const others = [
      { ...limit, currency: 'INR' },
      { ...limit, merchant_id: 'other' },
    ].map((one) => ({ ...one, open_minor: 70 }));
    await db.kysely.insertInto('settlement_limits').values([limit]).execute();
    await db.kysely.insertInto('settlement_limits').values(others).execute();
    await db.kysely
      .updateTable('merchants')
      .set({ settlement: 'merchant' })
      .where('id', '=', MERCHANT)
      .execute();
    const take = (amount: number, currency = 'EUR') =>
      inTransaction(db, (tx) => takeLimit(tx, MERCHANT, currency, amount));
    await assert.rejects(take(1, 'USD'), LimitTakenError);
    await take(600);
    await assert.rejects(take(401), LimitTakenError);
    await take(400);
    await add(store, order('ord_1', 600), order('ord_2', 400));
    const [closed] = await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER });
    await assert.rejects(take(1), LimitTakenError);
    const paid = await Promise.all(
      [1, 2, 3].map(() => markStatement(db, closed!.id, { state: 'paid', at: DECEMBER })),
    );
    assert.deepEqual(
      paid.map(({ state, paid_at }) => [state, paid_at]),
      [1, 2, 3].map(() => ['paid', DECEMBER]),
    );
    const open = db.kysely.selectFrom('settlement_limits').select('open_minor').orderBy('open_minor');
    assert.deepEqual(
      (await open.execute()).map((one) => one.open_minor),
      [0, 70, 70],
    );
    await assert.rejects(markStatement(db, 'stm_x', { state: 'paid', at: DECEMBER }), /no closed statement/);
    // The debit was returned: the statement's total is owed again, once.
    await take(1000);
    const unpaid = await Promise.all(
      [1, 2, 3].map(() => markStatement(db, closed!.id, { state: 'closed', at: DECEMBER })),
    );
    assert.deepEqual(unpaid, [closed, closed, closed]);
    assert.deepEqual(
      (await open.execute()).map((one) => one.open_minor),
      [70, 70, 2000],
    );
    await assert.rejects(take(1), LimitTakenError);
    await assert.rejects(
      markStatement(db, 'stm_x', { state: 'closed', at: DECEMBER }),
      /no closed statement/,
    );
    await db.close();
  });

  it('carry the tax within their total, rounded once', async () => {
    const store = await openStore(await database());
    const { db } = store;
    store.setNow(NOVEMBER);
    await setTax(store, 19, 'DE1');
    for (const paise of [50, 50, 19]) await sell(store, paise);
    const [open] = await listStatements(db.kysely, MERCHANT, NOVEMBER);
    await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER });
    const [closed] = await listStatements(db.kysely, MERCHANT, DECEMBER);
    assert.deepEqual(closed?.tax, open?.tax);
    assert.deepEqual(closed?.tax, {
      label: 'VAT',
      rate: 19,
      net_minor: 100,
      tax_minor: 19,
      gross_minor: 119,
      seller_id: 'DE1',
    });
    await db.close();
  });

  it('carry the tax that their orders froze, whatever the merchant’s tax is when they are closed', async () => {
    const store = await openStore(await database());
    const { db } = store;
    store.setNow(NOVEMBER);
    await setTax(store, 19);
    await sell(store, 119);
    store.setNow(DECEMBER);
    for (const rate of [7, undefined]) {
      await setTax(store, rate);
      const [open] = await listStatements(db.kysely, MERCHANT, DECEMBER);
      assert.deepEqual([open?.tax?.rate, open?.tax?.tax_minor], [19, 19]);
    }
    const [closed] = await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER });
    const { rate, tax_minor, net_minor } = JSON.parse(closed?.tax ?? '{}');
    assert.deepEqual([rate, tax_minor, net_minor], [19, 19, 100]);
    await db.close();
  });

  it('are one for each tax that their orders froze, and a refund is on the one of its order', async () => {
    const store = await openStore(await database());
    const { db } = store;
    store.setNow(NOVEMBER);
    await setTax(store, 19);
    const early = [await sell(store, 119), await sell(store, 238)];
    store.setNow(NOVEMBER + 1000);
    await setTax(store, 7);
    await sell(store, 107);
    await refundOrder(store.context, early[0]!, { part: { reason: 'cancelled' } });
    store.setNow(NOVEMBER + 2000);
    await setTax(store, undefined);
    await sell(store, 50);
    const [open, ...none] = await listStatements(db.kysely, MERCHANT, NOVEMBER);
    assert.deepEqual(none, []);
    assert.deepEqual([open?.total_minor, open?.orders, open?.refunds, open?.tax], [395, 4, 1, undefined]);
    const closed = await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER });
    assert.deepEqual(
      closed.map(({ number, currency, total_minor, orders, refunds, tax }) => {
        const { rate, tax_minor } = JSON.parse(tax ?? '{}');
        return [number, currency, total_minor, orders, refunds, rate, tax_minor];
      }),
      [
        [1, 'INR', 238, 2, 1, 19, 38],
        [2, 'INR', 107, 1, 0, 7, 7],
        [3, 'INR', 50, 1, 0, undefined, undefined],
      ],
    );
    for (const { id, total_minor, orders, refunds } of closed) {
      const shown = await findWithLines(db.kysely, MERCHANT, id, DECEMBER);
      const sum = shown?.lines.reduce((all, { amount_minor }) => all + amount_minor, 0);
      assert.deepEqual([sum, shown?.lines.length], [total_minor, orders + refunds]);
    }
    assert.deepEqual(await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER }), []);
    // Each statement counts towards the limit until it is paid.
    for (const { id } of closed) await markStatement(db, id, { state: 'paid', at: DECEMBER });
    const limit = db.kysely.selectFrom('settlement_limits').select('open_minor');
    assert.deepEqual(await limit.executeTakeFirst(), { open_minor: 0 });
    await db.close();
  });

  it('take their lines a page at a time, since a million lines would exceed the statement timeout', async () => {
    const store = await openStore(await database());
    const { db } = store;
    // Citus lets no trigger look at the rows of a statement.
    if (engine === 'postgres' && !distributed) {
      await sql`create function refuse_more() returns trigger language plpgsql as $$ begin
        if (select count(*) from changed) > 2 then raise 'more than a page'; end if; return null;
      end $$`.execute(db.kysely);
      await sql`create trigger by_page after update on statement_lines referencing new table as changed
        for each statement execute function refuse_more()`.execute(db.kysely);
    }
    for (const [index, rate] of [19, 7, 19, 7, 7, 19, 7].entries()) {
      // Some orders share a moment.
      store.setNow(NOVEMBER + Math.floor(index / 4));
      await setTax(store, rate);
      await sell(store, 107);
    }
    const closed = await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER, pageSize: 2 });
    assert.deepEqual(closed.map(({ orders, total_minor }) => [orders, total_minor]).toSorted(), [
      [3, 321],
      [4, 428],
    ]);
    await db.close();
  });

  it('keep their lines when a later month is closed with the same taxes', async () => {
    const store = await openStore(await database());
    const { db } = store;
    const linesOf = async (id: string): Promise<unknown> =>
      (await findWithLines(db.kysely, MERCHANT, id, LATER))?.lines.map(({ order_id }) => order_id);
    const sold: string[] = [];
    for (const [at, rate] of [
      [NOVEMBER, 19],
      [NOVEMBER, 7],
      [DECEMBER, 19],
      [DECEMBER, 7],
    ] as const) {
      store.setNow(at);
      await setTax(store, rate);
      sold.push(await sell(store, 119));
    }
    const november = await closeStatements(db, MERCHANT, { period: '2026-11', at: DECEMBER });
    const december = await closeStatements(db, MERCHANT, { period: '2026-12', at: LATER });
    assert.deepEqual(
      (await Promise.all([...november, ...december].map(({ id }) => linesOf(id)))).flat().toSorted(),
      sold.toSorted(),
    );
    const lines = await Promise.all(november.map(({ id }) => linesOf(id)));
    assert.deepEqual(lines.flat().toSorted(), sold.slice(0, 2).toSorted());
    await db.close();
  });

  it('are written as CSV in the digits of their currency, and no cell is a formula', async () => {
    const store = await openStore(await database());
    await add(
      store,
      order('ord_1', 12_345, { currency: 'KWD', reference: '=1+1' }),
      order('ref_1', -45, { currency: 'KWD', kind: 'refund', order_id: 'ord_1' }),
    );
    const found = await findStatement(store.db.kysely, MERCHANT, 'open_KWD', NOVEMBER);
    const csv = await text(statementCsv(found!, readPages(store.db.kysely, found!)));
    assert.deepEqual(csv.split('\r\n').slice(1), [
      "open_KWD,,2026-11,KWD,order,2026-11-20T00:00:00.000Z,ord_1,,'=1+1,1,12.345,carbon_credits",
      'open_KWD,,2026-11,KWD,refund,2026-11-20T00:00:00.000Z,ord_1,ref_1,,1,-0.045,carbon_credits',
      'open_KWD,,2026-11,KWD,total,,,,,,12.300,',
      '',
    ]);
    await store.db.close();
  });

  it('are written as CSV with the net and tax of their total, if they have a tax', async () => {
    const store = await openStore(await database());
    store.setNow(NOVEMBER);
    await setTax(store, 19);
    await sell(store, 119);
    const found = await findStatement(store.db.kysely, MERCHANT, 'open_INR', NOVEMBER);
    const csv = await text(statementCsv(found!, readPages(store.db.kysely, found!)));
    assert.deepEqual(csv.split('\r\n').slice(-4), [
      'open_INR,,2026-11,INR,net,,,,,,1.00,',
      'open_INR,,2026-11,INR,tax,,,,VAT 19%,,0.19,',
      'open_INR,,2026-11,INR,total,,,,,,1.19,',
      '',
    ]);
    const json = JSON.parse(await text(statementJson(found!, readPages(store.db.kysely, found!))));
    assert.deepEqual([json.lines.length, json.orders, json.total_minor], [1, 1, 119]);
    await store.db.close();
  });

  it('keep the name that the merchant had when they were closed', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    await add(store, order('ord_1', 1240), order('ord_2', 5, { created_at: DECEMBER }));
    const [closed] = await closeStatements(store.db, MERCHANT, { period: '2026-11', at: DECEMBER });
    const nameOn = async (id: string) => (await findStatement(kysely, MERCHANT, id, LATER))?.merchantName;
    const before = await nameOn('open_EUR');
    await changeMerchant(store.db, MERCHANT, { settings: { name: 'Renamed Air' } });
    assert.deepEqual([await nameOn(closed!.id), await nameOn('open_EUR')], [before, 'Renamed Air']);
    await kysely.updateTable('statements').set({ merchant_name: null }).execute();
    assert.equal(
      await nameOn(closed!.id),
      'Renamed Air',
      'a statement that a process of an earlier schema closed',
    );
    await store.db.close();
  });

  it('with many lines are read in pages, and the total of an open one counts lines added meanwhile', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const at = (index: number): string => `ord_${String(index).padStart(5, '0')}`;
    await add(store, ...Array.from({ length: 2345 }, (_, index) => order(at(index), 2)));
    const found = (await findStatement(kysely, MERCHANT, 'open_EUR', NOVEMBER))!;
    const pages = readPages(kysely, found);
    const json = statementJson(found, pages);
    // The JSON before the lines, then the first page.
    const read = [(await json.next()).value, (await json.next()).value];
    await add(store, order('ord_99999', 5), refund('rfd_1', at(0), 2, NOVEMBER + 1));
    const statement = JSON.parse(read.join('') + (await text(json)));
    assert.equal(new Set(statement.lines.map(({ order_id }: StatementLine) => order_id)).size, 2346);
    assert.deepEqual(
      [statement.lines.length, statement.orders, statement.refunds, statement.total_minor],
      [2347, 2346, 1, 2345 * 2 + 5 - 2],
    );
    assert.deepEqual(statement, statementWithLinesSchema.parse(statement));
    await store.db.close();
  });

  it('count a line added after they were found if they are read whole, and not if read in part', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    await add(store, order('ord_1', 7), order('ord_2', 1));
    const found = (await findStatement(kysely, MERCHANT, 'open_EUR', NOVEMBER))!;
    await add(store, order('ord_3', 5));
    for (const [most, lines, orders, total] of [
      [undefined, 3, 3, 13],
      [4, 3, 3, 13],
      [1, 1, 2, 8],
    ] as const) {
      const shown =
        most === undefined ? await withLines(kysely, found) : await withFirstLines(kysely, found, most);
      assert.deepEqual([shown.lines.length, shown.orders, shown.total_minor], [lines, orders, total]);
    }
    await store.db.close();
  });

  it('fail if they are closed while they are read: they would end before their last line', async () => {
    const store = await openStore(await database());
    await add(store, ...Array.from({ length: 1001 }, (_, index) => order(`ord_${index}`, 1)));
    const found = (await findStatement(store.db.kysely, MERCHANT, 'open_EUR', NOVEMBER))!;
    const pages = readPages(store.db.kysely, found);
    assert.equal((await pages.next()).value?.length, 1000);
    await closeStatements(store.db, MERCHANT, { period: '2026-11', at: DECEMBER });
    await assert.rejects(text(statementCsv(found, pages)), /open_EUR was closed while it was read/);
    await store.db.close();
  });
});
