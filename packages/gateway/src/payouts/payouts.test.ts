import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { listAudit } from '../audit/list.ts';
import { readConfig } from '../config.ts';
import { payoutChecks } from '../operation/doctor/payouts.ts';
import { createOrder } from '../orders/create.ts';
import type { Database } from '../store/engine.ts';
import { lockWork } from '../store/lock-work.ts';
import { SqliteConnection } from '../store/sqlite/connection.ts';
import type { Tx } from '../store/transaction.ts';
import { GATEWAY_COMMAND } from '../testing/command-process.ts';
import { onBothEngines } from '../testing/engines.ts';
import { hasLockWait, runDuringTransaction } from '../testing/lock-wait.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { accountsSchema } from './accounts.ts';
import { parseBankAmount } from './bank-amount.ts';
import { lineCsv, settledLines } from './export-lines.ts';
import { findUnmatched } from './find-unmatched.ts';
import { findUnsettled } from './find-unsettled.ts';
import { importReport } from './import-report.ts';
import { journalCsv, postingsOf } from './journal.ts';
import { disagreementOf, listPayouts } from './list-payouts.ts';
import { readReport } from './read-report.ts';
import { removePayout } from './remove.ts';
import type { ReportingProvider, ReportLine } from './report-line.ts';
import { recordBankReceipt, resolveLine } from './resolve.ts';

const STAFF = { channel: 'cli', id: 'cli', name: 'ops' } as const;
const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}.csv`, import.meta.url), 'utf8');

async function* file(text: string): AsyncGenerator<string> {
  yield text;
}

async function read(provider: ReportingProvider, text: string): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  for await (const { entry } of readReport(provider, file(text))) lines.push(entry);
  return lines;
}

describe('a settlement report', () => {
  it('of Stripe is read to the cent, with charges for no payment as fees', async () => {
    const lines = await read(
      'stripe',
      fixture('stripe').replace('-20.00,0.00', '-20.00,-0.00').replace('27 ', '27T'),
    );
    const shown = lines.map((one) => [one.kind, one.gross, one.fee, one.tax, one.net, one.reference]);
    assert.deepEqual(shown, [
      ['payment', 10_000, 320, 0, 9680, null],
      ['payment', 1374, 65, 0, 1309, null],
      ['refund', -2000, 0, 0, -2000, 're_1'],
      ['dispute', -1374, 1500, 0, -2874, 'dp_1'],
      ['fee', 0, 200, 0, -200, null],
      ['fee', 0, 0, 38, -38, null],
      ['adjustment', -500, 0, 0, -500, null],
      ['payout', -5377, 0, 0, -5377, null],
    ]);
    assert.deepEqual([lines[1]?.paid, lines[1]?.paidCurrency], [137_405, 'INR']);
    assert.equal(lines[0]?.settledOn, '2026-11-27');
  });

  it('of Stripe counts bounced money as a refund, and a reversed transfer as a payout', async () => {
    const [head, charge = ''] = fixture('stripe').split('\n');
    const kinds = [
      ['charge_failure', 'refund'],
      ['refund_failure', 'refund'],
      ['dispute_reversal', 'dispute'],
      ['network_cost', 'fee'],
      ['payout_reversal', 'payout'],
      ['risk_reserved_funds', 'adjustment'],
      ['constructor', 'adjustment'],
    ];
    const rows = kinds.map(([category]) => charge.replace(',charge,', `,${category},`));
    const numbered = rows.map((row, index) => row.replace('txn_1', `txn_${index}`));
    const lines = await read('stripe', [head, ...numbered].join('\n'));
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      kinds.map(([, kind]) => kind),
    );
  });

  it('of Razorpay has disputes only among adjustments: a payment with a dispute id stays a payment', async () => {
    const [head, payment = ''] = fixture('razorpay').split('\n');
    const disputed = payment.replace('order_1,,,,,,setl_1', 'order_1,,,disp_1,,,setl_1');
    assert.notEqual(disputed, payment);
    const [line] = await read('razorpay', `${head}\n${disputed}`);
    assert.deepEqual([line?.kind, line?.reference], ['payment', null]);
  });

  it('of Razorpay is read to the paisa, with tax separate from fees', async () => {
    const lines = await read('razorpay', fixture('razorpay'));
    const shown = lines.map((one) => [one.kind, one.gross, one.fee, one.tax, one.net, one.reference]);
    assert.deepEqual(shown, [
      ['payment', 137_405, 2748, 495, 134_162, null],
      ['refund', -50_000, 0, 0, -50_000, 'rfnd_1'],
      ['dispute', -10_000, 0, 0, -10_000, 'disp_1'],
    ]);
    assert.deepEqual([lines[0]?.settledOn, lines[0]?.bankReference], ['2026-11-27', '1568176960vxp0rj']);
  });

  it('of Razorpay has no fee on amounts settled in full: fee credits or an invoice pay it', async () => {
    const whole = fixture('razorpay')
      .replace('0.0,1341.62', '0.0,1374.05')
      .replace('500.0,INR,0.0,0.0', '500.0,INR,5.0,0.9');
    const shown = (await read('razorpay', whole)).map((one) => [one.gross, one.fee, one.tax, one.net]);
    assert.deepEqual(shown.slice(0, 2), [
      [137_405, 0, 0, 137_405],
      [-50_000, 0, 0, -50_000],
    ]);
  });

  const separators = [
    [
      ';',
      /^Nothing was imported: semicolons separate the columns; export the file with commas between the columns$/,
    ],
    ['\t', /^Nothing was imported: tabs separate the columns/],
  ] as const;
  for (const [separator, message] of separators)
    it(`with ${JSON.stringify(separator)} between columns is refused, and the message says so`, () =>
      assert.rejects(read('stripe', fixture('stripe').replaceAll(',', separator)), { message }));

  const faults: [name: string, provider: ReportingProvider, from: string, to: string, message: RegExp][] = [
    ['a column less', 'stripe', 'payment_intent_id', 'other', /lacks the columns payment_intent_id/],
    [
      'no amount',
      'stripe',
      '100.00,3.20',
      'many,3.20',
      /^Nothing was imported: line 2, gross: "many" is not an amount/,
    ],
    [
      'more than is counted exactly',
      'stripe',
      '100.00,3.20',
      '99999999999.00,3.20',
      /^Nothing was imported: line 2, gross: "99999999999.00" is too large/,
    ],
    [
      'a decimal comma',
      'stripe',
      '100.00,3.20',
      '"100,00",3.20',
      /^Nothing was imported: line 2, gross: "100,00" is not/,
    ],
    [
      'too many decimals',
      'stripe',
      '100.00,3.20',
      '100.001,3.20',
      /^Nothing was imported: line 2, gross: .* more decimals than EUR/,
    ],
    [
      'a net that is wrong',
      'stripe',
      '13.09',
      '13.10',
      /^Nothing was imported: line 3, net: does not equal gross − fee/,
    ],
    ['a net that is too small', 'stripe', '13.09', '13.08', /line 3, net: does not equal gross − fee/],
    [
      'an unknown currency',
      'stripe',
      'eur,-20.00',
      'eux,-20.00',
      /^Nothing was imported: line 4, currency: "eux" is not/,
    ],
    [
      'no payout',
      'stripe',
      'po_1,2026-11-27 00:00:00,txn_5',
      ',2026-11-27,txn_5',
      /^Nothing was imported: line 6, automatic_payout_id: is empty/,
    ],
    [
      'no date',
      'stripe',
      '2026-11-27 00:00:00,txn_3',
      '2026-02-31,txn_3',
      /^Nothing was imported: line 4, automatic_payout_effective_at: "2026-02-31"/,
    ],
    [
      'a category that was lost',
      'stripe',
      '-20.00,refund,',
      '-20.00,,',
      /^Nothing was imported: line 4, reporting_category: is empty/,
    ],
    [
      'an identifier that is too long',
      'stripe',
      'txn_3',
      'x'.repeat(256),
      /line 4, balance_transaction_id: "x{40}" is not an identifier/,
    ],
    ['a cell too many', 'stripe', 'REFUND FOR CHARGE', 'REFUND,FOR', /^Nothing was imported: line 4: /],
    ['a quote that never ends', 'stripe', 'Reserve', '"Reserve', /^Nothing was imported: line \d+: /],
    [
      'a credit that is wrong',
      'razorpay',
      '1341.62',
      '1341.63',
      /^Nothing was imported: line 2, credit: does not equal amount/,
    ],
    ['a credit that is too small', 'razorpay', '1341.62', '1341.61', /line 2, credit: does not equal amount/],
    [
      'a debit that is wrong',
      'razorpay',
      'refund,rfnd_1,500.0,',
      'refund,rfnd_1,500.1,',
      /^Nothing was imported: line 3, debit: does not equal amount/,
    ],
    [
      'no identifier',
      'razorpay',
      'rfnd_1',
      'rfnd 1',
      /^Nothing was imported: line 3, entity_id: "rfnd 1" is not an identifier/,
    ],
    [
      'an entity that was lost',
      'razorpay',
      'refund,rfnd_1,',
      ',rfnd_1,',
      /^Nothing was imported: line 3, transaction_entity: is empty/,
    ],
    ['another report', 'razorpay', 'transaction_entity', 'id', /is not Razorpay's settlement reconciliation/],
  ];
  for (const [name, provider, from, to, message] of faults) {
    it(`with ${name} is refused, and the message says where`, async () => {
      const text = fixture(provider).replace(from, to);
      assert.notEqual(text, fixture(provider));
      await assert.rejects(read(provider, text), { name: 'ReportError', message });
    });
  }
});

it('a bank amount is read exactly, also below zero, and an invalid one is refused with a reason', () => {
  const cases: [text: string, currency: string, read: number | RegExp][] = [
    ['975.20', 'EUR', 97_520],
    ['975.2', 'EUR', 97_520],
    ['975', 'JPY', 975],
    ['-15.02', 'EUR', -1502],
    ['-0', 'EUR', 0],
    ['975.205', 'EUR', /^has more decimals than EUR$/],
    ['975.5', 'JPY', /^has more decimals than JPY$/],
    ['975,20', 'EUR', /^must be a number such as/],
    ['1e3', 'EUR', /^must be a number such as/],
    ['975.20', 'EUX', /^must be in a currency of ISO 4217/],
  ];
  for (const [text, currency, wanted] of cases) {
    const read = parseBankAmount(text, currency);
    if (typeof wanted === 'number') assert.deepEqual(read, { minor: wanted }, text);
    else assert.match('problem' in read ? read.problem : '', wanted, text);
  }
});

interface Paid {
  readonly provider: ReportingProvider;
  readonly reference: string;
  readonly currency: string;
  readonly minor: number;
}

onBothEngines('payouts', ({ database, engine }) => {
  /** Creates a paid order. @returns its identifier. */
  async function pay(store: TestStore, { provider, reference, currency, minor }: Paid): Promise<string> {
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
    await store.db.kysely
      .insertInto('payments')
      .values({
        merchant_id: MERCHANT,
        id: `pay_${reference}`,
        order_id,
        provider,
        reference: `page_${reference}`,
        state: 'captured',
        currency,
        amount_minor: minor,
        received_currency: currency,
        received_minor: minor,
        kept_minor: minor,
        payment_reference: reference,
        redirect_url: null,
        created_at: Date.UTC(2026, 10, 20),
        updated_at: Date.UTC(2026, 10, 20),
      })
      .execute();
    return order_id;
  }

  async function refund(
    { db }: TestStore,
    order_id: string,
    { provider, reference, currency, minor }: Paid,
    cause: 'requested' | 'dispute' = 'requested',
  ): Promise<void> {
    await db.kysely
      .insertInto('refunds')
      .values({
        merchant_id: MERCHANT,
        id: `rfd_${reference}`,
        order_id,
        payment_id: null,
        cause,
        currency,
        amount_minor: minor,
        order_minor: minor,
        grams: 0,
        credits: 'none',
        state: 'completed',
        reason: null,
        provider,
        provider_reference: reference,
        transaction_id: null,
        next_attempt_at: null,
        fault: null,
        created_at: 0,
        settled_at: 0,
      })
      .execute();
  }

  const EUR = { provider: 'stripe', currency: 'EUR' } as const;
  const INR = { provider: 'stripe', currency: 'INR' } as const;

  /** Creates a store with every payment, refund and dispute of Stripe's report. */
  async function complete(): Promise<{ store: TestStore; first: string; second: string }> {
    const store = await openStore(await database());
    const first = await pay(store, { ...EUR, reference: 'pi_1', minor: 10_000 });
    const second = await pay(store, { ...INR, reference: 'pi_2', minor: 137_405 });
    await refund(store, first, { ...EUR, reference: 're_1', minor: 2000 });
    // Of a dispute, only its existence is checked.
    await refund(store, second, { ...INR, reference: 'dp_1', minor: 130_000 }, 'dispute');
    return { store, first, second };
  }

  const importText = (db: Database, provider: ReportingProvider, text: string) =>
    importReport(db, { provider, file: file(text) }, 1, STAFF);

  const everything = async ({ kysely }: Database): Promise<unknown> => [
    await kysely.selectFrom('payout_lines').selectAll().orderBy('id').execute(),
    await kysely.selectFrom('audit_log').select('number').execute(),
  ];

  /** Returns the results of the doctor, as `state: detail`. */
  async function verdicts({ db, sealer }: TestStore): Promise<string[]> {
    const environment = {
      GATEWAY_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      GATEWAY_PUBLIC_URL: 'https://pay.example',
      GATEWAY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    };
    const config = readConfig(environment, { sandbox: false, command: 'manage' });
    const now = (): number => Date.UTC(2026, 11, 14);
    const found = await Promise.all(payoutChecks.map((one) => one.run({ db, sealer, config, now })));
    return found.map(({ state, detail = '' }) => `${state}: ${detail}`);
  }

  it('each is payments + refunds + disputes + other − fees − tax, and the transferred amount', async () => {
    const { store } = await complete();
    const imported = await importText(store.db, 'stripe', fixture('stripe'));
    assert.deepEqual(imported, { lines: 8, added: 8, payouts: 1, unmatched: 0, unmatched_earlier: 0 });
    const [payout] = await listPayouts(store.db.kysely);
    assert.ok(payout);
    assert.deepEqual(
      [payout.payments_minor, payout.refunds_minor, payout.disputes_minor, payout.other_minor],
      [11_374, -2000, -1374, -500],
    );
    assert.deepEqual([payout.fees_minor, payout.tax_minor, payout.amount_minor], [2085, 38, 5377]);
    assert.equal(payout.transferred_minor, 5377);
    assert.equal(disagreementOf(payout), undefined);
    assert.deepEqual(await verdicts(store), ['ok: ', 'ok: 1 payout', 'ok: ']);
    await store.db.close();
  });

  it('a repeated import changes nothing, and a report with a changed line is refused as a whole', async () => {
    const { store } = await complete();
    await importText(store.db, 'stripe', fixture('stripe'));
    const before = await everything(store.db);
    const again = await importText(store.db, 'stripe', fixture('stripe'));
    assert.deepEqual(again, { lines: 8, added: 0, payouts: 1, unmatched: 0, unmatched_earlier: 0 });
    assert.deepEqual(await everything(store.db), before);
    const entries = await listAudit(store.db, { merchantId: '' });
    assert.deepEqual(
      entries.map(({ action, subject, name, after }) => [action, subject, name, after]),
      [['payouts.imported', 'stripe', 'ops', { ...again, added: 8 }]],
    );
    const [head = ''] = fixture('stripe').split('\n');
    await assert.rejects(importText(store.db, 'stripe', head), { message: /the report has no lines/ });
    const changed = fixture('stripe')
      .replace('100.00,3.20,96.80', '100.00,3.30,96.70')
      .replace('txn_8', 'txn_9');
    const message = /line 2: txn_1 was imported earlier with other values/;
    await assert.rejects(importText(store.db, 'stripe', changed), { message });
    for (const [from, to] of [
      ['po_1,', 'po_2,'],
      ['2026-11-27', '2026-11-28'],
      [',eur,100', ',usd,100'],
      [',charge,', ',refund,'],
    ] as const)
      await assert.rejects(
        importText(store.db, 'stripe', fixture('stripe').replace(from, to)),
        { message },
        to,
      );
    assert.deepEqual(await everything(store.db), before);
    await store.db.close();
  });

  it('the refusal of a changed line names the values that differ, such as the day in another time zone', async () => {
    const { store } = await complete();
    await importText(store.db, 'stripe', fixture('stripe'));
    const elsewhere = fixture('stripe').replaceAll('po_1,2026-11-27 00', 'po_1,2026-11-26 16');
    await assert.rejects(importText(store.db, 'stripe', elsewhere), {
      message: /txn_1 was imported earlier with other values \(settled_on 2026-11-27, now 2026-11-26\)$/,
    });
    const dearer = fixture('stripe').replace('100.00,3.20,96.80', '100.00,3.30,96.70');
    await assert.rejects(importText(store.db, 'stripe', dearer), {
      message: /other values \(fee_minor 320, now 330; net_minor 9680, now 9670\)$/,
    });
    const twice = `${fixture('stripe')}${elsewhere.split('\n')[1]}\n`;
    await assert.rejects(importText(store.db, 'stripe', twice), {
      message: /txn_1 is also in line 2, with other values \(settled_on 2026-11-27, now 2026-11-26\)$/,
    });
    await store.db.close();
  });

  it('importing a report again with the amounts that payers paid adds them and matches its lines', async () => {
    const { store } = await complete();
    const without = fixture('stripe').replaceAll(/,-?[\d.]+,(?:eur|inr)$/gm, ',,');
    assert.equal((await importText(store.db, 'stripe', without)).unmatched, 1);
    assert.equal((await importText(store.db, 'stripe', without)).unmatched, 1);
    const again = await importText(store.db, 'stripe', fixture('stripe'));
    assert.deepEqual(again, { lines: 8, added: 0, payouts: 1, unmatched: 0, unmatched_earlier: 0 });
    assert.equal((await importText(store.db, 'stripe', without)).unmatched, 0);
    const paid: unknown[] = [];
    for await (const { line } of settledLines(store.db.kysely, {})) paid.push(line.paid_minor);
    // The dispute's amount is corrected too, although the line matched without it.
    assert.deepEqual(paid.slice(0, 4), [10_000, 137_405, -2000, -137_405]);
    await store.db.close();
  });

  it('a line that occurs twice in a report counts once, and is refused if its values differ', async () => {
    const { store } = await complete();
    const [, line] = fixture('stripe').split('\n');
    assert.equal((await importText(store.db, 'stripe', `${fixture('stripe')}${line}\n`)).lines, 8);
    const message = /line 9: txn_1 is also in line 2/;
    const text = fixture('stripe').replace('txn_8', 'txn_1');
    await assert.rejects(importText(store.db, 'stripe', text), { message });
    await store.db.close();
  });

  it('unmatched lines are listed with a reason until the gateway records their money or staff resolve them', async () => {
    const store = await openStore(await database());
    const first = await pay(store, { ...EUR, reference: 'pi_1', minor: 9000 });
    const text = fixture('stripe').replace(',1374.05,inr', ',,');
    assert.equal((await importText(store.db, 'stripe', text)).unmatched, 4);
    // Another report has unmatched money too, and one of its lines has the name of a line in the first.
    const other = fixture('razorpay').replace('rfnd_1', 'txn_1');
    await importText(store.db, 'razorpay', other);
    const { unmatched, unmatched_earlier } = await importText(store.db, 'razorpay', other);
    assert.deepEqual([unmatched, unmatched_earlier], [3, 4]);
    assert.equal(await resolveLine(store.db, 'txn_1', STAFF, 'razorpay'), true);
    await store.db.kysely.deleteFrom('payout_lines').where('provider', '=', 'razorpay').execute();
    const second = await pay(store, { ...INR, reference: 'pi_2', minor: 137_405 });
    const problems = async (): Promise<string[]> =>
      (await findUnmatched(store.db.kysely)).map(({ line, problem }) => `${line.id}: ${problem}`);
    assert.deepEqual(await problems(), [
      'txn_1: the gateway recorded 90.00 EUR',
      'txn_2: settled in EUR, paid in INR; export the columns customer_facing_amount and customer_facing_currency too',
      'txn_3: the gateway has no such refund',
      'txn_4: the gateway has no such dispute',
    ]);
    const [money] = await verdicts(store);
    assert.match(
      money ?? '',
      /^fault: txn_1, txn_2, txn_3, txn_4 \(txn_1: the gateway recorded 90\.00 EUR\)/,
    );
    await refund(store, first, { ...EUR, reference: 're_1', minor: 2000 });
    await refund(store, second, { ...INR, reference: 'dp_1', minor: 137_405 }, 'dispute');
    assert.equal(await resolveLine(store.db, 'txn_1', STAFF), true);
    assert.equal(await resolveLine(store.db, 'txn_1', STAFF), false);
    assert.deepEqual(
      (await problems()).map((one) => one.slice(0, 5)),
      ['txn_2'],
    );
    for (const minor of [1999, 2001]) {
      const amount = { amount_minor: minor, order_minor: minor };
      await store.db.kysely.updateTable('refunds').set(amount).execute();
      assert.equal((await problems())[1], `txn_3: the gateway recorded ${minor / 100} EUR`);
    }
    await store.db.close();
  });

  it('payments that were settled twice, and payments that never were, are listed', async () => {
    const { store } = await complete();
    const lost = await pay(store, { ...EUR, reference: 'pi_3', minor: 100 });
    const at = (time: number) => ({ created_at: time, updated_at: time });
    // In a report of 10 December: the last and the first payment that is named. Then one too young to be settled, one
    // too old to be compared, one never paid, one paid only lately, and one of another provider.
    const [until, from] = [Date.UTC(2026, 10, 26), Date.UTC(2026, 7, 28)];
    for (const [reference, change] of [
      ['pi_8', at(until - 1)],
      ['pi_9', at(from)],
      ['pi_4', at(until)],
      ['pi_5', at(from - 1)],
      ['pi_6', { state: 'failed' }],
      ['pi_7', { updated_at: Date.UTC(2026, 11, 5) }],
      ['pi_10', { provider: 'razorpay' }],
    ] as const) {
      await pay(store, { ...EUR, reference, minor: 100 });
      const row = store.db.kysely.updateTable('payments').set(change);
      await row.where('payment_reference', '=', reference).execute();
    }
    const again = fixture('stripe')
      .split('\n')
      .filter((line) => /^automatic|txn_1/.test(line))
      .join('\n')
      .replace('txn_1', 'txn_11')
      .replaceAll('2026-11-27', '2026-12-10');
    await importText(store.db, 'stripe', `${fixture('stripe')}${again.split('\n')[1]}\n`);
    const found = await findUnmatched(store.db.kysely);
    assert.deepEqual(
      found.map(({ line, problem }) => [line.id, problem]),
      [
        ['txn_1', 'the payment was settled twice'],
        ['txn_11', 'the payment was settled twice'],
      ],
    );
    const unsettled = await findUnsettled(store.db.kysely, 'stripe');
    assert.deepEqual(
      unsettled.map(({ payment_reference }) => payment_reference),
      ['pi_9', 'pi_3', 'pi_8'],
    );
    assert.deepEqual(await findUnsettled(store.db.kysely, 'razorpay'), [], 'it has no report');
    assert.match(
      (await verdicts(store))[2] ?? '',
      new RegExp(`^warning: in no settlement report: .*${lost}`),
    );
    await store.db.close();
  });

  it('a payment is listed as unsettled if reports have only its refund or dispute', async () => {
    const { store } = await complete();
    const report = fixture('stripe').replaceAll('2026-11-27 00', '2026-12-10 00');
    await importText(store.db, 'stripe', report.replace(/^.*txn_[12],.*\n/gm, ''));
    const unsettled = await findUnsettled(store.db.kysely, 'stripe');
    assert.deepEqual(unsettled.map(({ payment_reference }) => payment_reference).sort(), ['pi_1', 'pi_2']);
    await importText(store.db, 'stripe', report);
    assert.deepEqual(await findUnsettled(store.db.kysely, 'stripe'), []);
    await store.db.close();
  });

  it('a payment that Razorpay settled in another currency is listed, without columns of Stripe', async () => {
    const store = await openStore(await database());
    const [head, payment = ''] = fixture('razorpay').split('\n');
    const reference = payment.split(',')[1]?.replaceAll('"', '') ?? assert.fail();
    await pay(store, { provider: 'razorpay', currency: 'USD', reference, minor: 1374 });
    await importText(store.db, 'razorpay', `${head}\n${payment}`);
    const found = await findUnmatched(store.db.kysely);
    assert.deepEqual(
      found.map(({ problem }) => problem),
      ['settled in INR, paid in USD'],
    );
    await store.db.close();
  });

  if (engine === 'sqlite')
    it('an import reads the gateway’s records before its transaction, for which orders wait', async (t) => {
      const { store } = await complete();
      const { mock } = t.mock.method(SqliteConnection.prototype, 'executeQuery');
      const { unmatched } = await importText(store.db, 'stripe', fixture('stripe'));
      const statements = mock.calls.map(({ arguments: [query] }) => query.sql);
      const begin = statements.indexOf('begin immediate');
      const reading = (some: readonly string[]) => some.filter((one) => one.includes('join "orders"')).length;
      assert.equal(unmatched, 0);
      assert.deepEqual([reading(statements.slice(0, begin)), reading(statements.slice(begin))], [2, 0]);
      await store.db.close();
    });

  it('each settlement is listed if concurrent imports settle a payment several times', async () => {
    const { store } = await complete();
    const paid = /^.*txn_1,.*$/m.exec(fixture('stripe'))?.[0] ?? '';
    const [head] = fixture('stripe').split('\n');
    const importLine = (id: string) =>
      importText(store.db, 'stripe', `${head}\n${paid.replace('txn_1', id)}\n`);
    await importLine('txn_10');
    if (engine === 'postgres') {
      const line = await store.db.kysely.deleteFrom('payout_lines').returningAll().executeTakeFirstOrThrow();
      const another = async (tx: Tx): Promise<void> => {
        await lockWork(tx, 'payouts import');
        await tx.insertInto('payout_lines').values(line).execute();
      };
      const { unmatched } = await runDuringTransaction(store.db, another, () => importLine('txn_11'));
      assert.equal(unmatched, 1, 'the second to be compared finds the line of the first');
    }
    await Promise.all(['txn_11', 'txn_12', 'txn_13'].map(importLine));
    const found = await findUnmatched(store.db.kysely);
    assert.deepEqual(
      found.map(({ problem }) => problem),
      Array.from({ length: 3 }, () => 'the payment was settled twice'),
    );
    await store.db.close();
  });

  if (engine === 'postgres')
    it('a payout that is removed during an import of its report has all of its lines, or none', async () => {
      const { store } = await complete();
      const { db } = store;
      const report = fixture('stripe');
      await importText(db, 'stripe', report);
      const lines = () => db.kysely.selectFrom('payout_lines').selectAll().execute();
      let importing: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await lockWork(tx, 'payouts import');
        importing = importText(db, 'stripe', report);
        await until(() => hasLockWait(db), 'an import that waits for its turn');
        await tx.deleteFrom('payout_lines').execute();
      });
      await importing;
      assert.equal((await lines()).length, 8, 'lines that existed when the import began, too');

      const [line = assert.fail()] = await lines();
      const anotherImport = async (tx: Tx): Promise<void> => {
        await lockWork(tx, 'payouts import');
        await tx
          .insertInto('payout_lines')
          .values({ ...line, id: 'txn_99' })
          .execute();
      };
      const po = { provider: 'stripe', payout: 'po_1' } as const;
      assert.equal(await runDuringTransaction(db, anotherImport, () => removePayout(db, po, STAFF)), 9);
      await db.close();
    });

  if (engine === 'postgres')
    it('a line that is resolved during an import stays resolved', async () => {
      const { store } = await complete();
      const { db } = store;
      const payment = () => db.kysely.updateTable('payments').where('payment_reference', '=', 'pi_1');
      await payment().set({ received_minor: 1 }).execute();
      const { unmatched } = await importText(db, 'stripe', fixture('stripe'));
      await payment().set({ received_minor: 10_000 }).execute();
      const resolve = (tx: Tx): Promise<unknown> =>
        tx.updateTable('payout_lines').set({ state: 'resolved' }).where('id', '=', 'txn_1').execute();
      const [head] = fixture('stripe').split('\n');
      const fee = (/^.*txn_5,.*$/m.exec(fixture('stripe'))?.[0] ?? '').replace('txn_5', 'txn_50');
      const again = await runDuringTransaction(db, resolve, () =>
        importText(db, 'stripe', `${head}\n${fee}\n`),
      );
      assert.deepEqual([unmatched, again.unmatched], [1, 0]);
      const line = db.kysely.selectFrom('payout_lines').select('state').where('id', '=', 'txn_1');
      assert.equal((await line.executeTakeFirstOrThrow()).state, 'resolved');
      await db.close();
    });

  it('a bounced refund in a converted currency matches without the amount that the payer saw', async () => {
    const { store, second } = await complete();
    await refund(store, second, { ...INR, reference: 're_2', minor: 100_000 });
    const columns = 'po_1,2026-11-27 00:00:00,txn_9,,,eur';
    const made = `${columns},-10.00,0.00,-10.00,refund,re_2,pi_2,REFUND,-1000.00,inr`;
    const bounced = `${columns},10.00,0.00,10.00,refund_failure,re_2,pi_2,REFUND FAILURE,,`;
    const text = `${fixture('stripe')}${made}\n${bounced.replace('txn_9', 'txn_10')}\n`;
    assert.equal((await importText(store.db, 'stripe', text)).unmatched, 0);
    const unknown = `${bounced.replace('txn_9', 'txn_11').replace('re_2', 're_3')}\n`;
    assert.equal((await importText(store.db, 'stripe', `${fixture('stripe')}${unknown}`)).unmatched, 1);
    // For a refund that did not bounce, the amount that the payer saw is compared.
    await refund(store, second, { ...INR, reference: 're_4', minor: 100_000 });
    const unstated = made.replace('txn_9', 'txn_12').replace('re_2', 're_4').replace('-1000.00,inr', ',');
    assert.equal((await importText(store.db, 'stripe', `${fixture('stripe')}${unstated}\n`)).unmatched, 1);
    await store.db.close();
  });

  it('a refund that was settled twice is listed, and one that bounced is not', async () => {
    const { store } = await complete();
    const refund = /^.*txn_3.*$/m.exec(fixture('stripe'))?.[0] ?? '';
    const bounced = refund
      .replace('txn_3', 'txn_31')
      .replaceAll('-20.00', '20.00')
      .replace(',refund,', ',refund_failure,');
    await importText(store.db, 'stripe', `${fixture('stripe')}${bounced}\n`);
    assert.deepEqual(await findUnmatched(store.db.kysely), []);
    const [head] = fixture('stripe').split('\n');
    await importText(store.db, 'stripe', `${head}\n${refund.replace('txn_3', 'txn_32')}\n`);
    assert.deepEqual(
      (await findUnmatched(store.db.kysely)).map(({ line, problem }) => [line.id, problem]),
      [['txn_32', 'the refund was settled twice']],
    );
    await store.db.close();
  });

  it('doctor names a payout that differs from the sum of its lines or from the amount at the bank', async () => {
    const { store } = await complete();
    const short = fixture('stripe').replace(/^.*txn_7.*\n/m, '');
    await importText(store.db, 'stripe', short);
    assert.match(
      (await verdicts(store))[1] ?? '',
      /^fault: po_1 \(po_1: its lines do not add up to what was transferred\)$/,
    );
    await importText(store.db, 'stripe', fixture('stripe'));
    assert.match((await verdicts(store))[1] ?? '', /^ok/);
    const receipt = { provider: 'stripe', payout: 'po_1', currency: 'EUR', amountMinor: 5376 };
    assert.equal(await recordBankReceipt(store.db, receipt, { at: 1, by: STAFF }), true);
    assert.match(
      (await verdicts(store))[1] ?? '',
      /^fault: po_1 \(po_1: its lines do not add up to what arrived at the bank\)$/,
    );
    await recordBankReceipt(store.db, { ...receipt, amountMinor: 5377 }, { at: 2, by: STAFF });
    assert.match((await verdicts(store))[1] ?? '', /^ok/);
    for (const other of [{ payout: 'po_2' }, { currency: 'USD' }, { provider: 'razorpay' }])
      assert.equal(await recordBankReceipt(store.db, { ...receipt, ...other }, { at: 1, by: STAFF }), false);
    await store.db.close();
  });

  if (engine === 'postgres')
    it('no bank receipt is recorded for a payout that is removed at the same time', async () => {
      const { store } = await complete();
      await importText(store.db, 'stripe', fixture('stripe'));
      const remove = async (tx: Tx): Promise<void> => {
        await tx.deleteFrom('payout_lines').execute();
        await tx.deleteFrom('payout_receipts').execute();
      };
      const receipt = { provider: 'stripe', payout: 'po_1', currency: 'EUR', amountMinor: 5377 };
      const recording = runDuringTransaction(store.db, remove, () =>
        recordBankReceipt(store.db, receipt, { at: 1, by: STAFF }),
      );
      assert.equal(await recording, false);
      assert.deepEqual(await store.db.kysely.selectFrom('payout_receipts').selectAll().execute(), []);
      await store.db.close();
    });

  it('are listed per provider and currency, newest first and by day; one without a transfer is no disagreement', async () => {
    const store = await openStore(await database());
    const ofStripe = fixture('stripe').replaceAll('po_1', 'setl_1');
    for (const text of [
      ofStripe.replaceAll('2026-11-27', '2026-11-26'),
      ofStripe.replaceAll('2026-11-27', '2026-11-25').replaceAll('eur', 'inr').replaceAll('txn_', 'txn_inr_'),
    ])
      await importText(store.db, 'stripe', text);
    const later = fixture('razorpay').replaceAll('setl_1', 'setl_0').replaceAll('27/11/2026', '30/11/2026');
    for (const text of [fixture('razorpay'), later.replaceAll(/(pay|rfnd|disp|adj)_1/g, '$1_2')])
      await importText(store.db, 'razorpay', text);
    const listed = async (from?: string, to?: string): Promise<string[]> =>
      (await listPayouts(store.db.kysely, { from, to })).map((one) => `${one.payout} ${one.currency}`);
    assert.deepEqual(await listed(), ['setl_0 INR', 'setl_1 INR', 'setl_1 EUR', 'setl_1 INR']);
    assert.deepEqual(await listed('2026-11-30'), ['setl_0 INR']);
    assert.deepEqual(await listed(undefined, '2026-11-30'), ['setl_1 INR', 'setl_1 EUR', 'setl_1 INR']);
    const [payout] = await listPayouts(store.db.kysely);
    assert.ok(payout);
    assert.deepEqual([payout.transferred_minor, disagreementOf(payout)], [null, undefined]);
    for (const [provider, currency, amountMinor] of [
      ['razorpay', 'INR', 7],
      ['stripe', 'EUR', 8],
    ] as const)
      await recordBankReceipt(
        store.db,
        { provider, payout: 'setl_1', currency, amountMinor },
        { at: 1, by: STAFF },
      );
    assert.deepEqual(
      (await listPayouts(store.db.kysely)).map((one) => one.received_minor),
      [null, 7, 8, null],
    );
    const days: string[] = [];
    for await (const { line } of settledLines(store.db.kysely, {})) days.push(line.settled_on);
    assert.deepEqual(days, days.toSorted(), 'lines are exported oldest first');
    await store.db.close();
  });

  it('are all listed with their unmatched lines if there are 1001, and each line is exported once', async () => {
    const store = await openStore(await database());
    const [head = '', first = ''] = fixture('stripe').split('\n');
    const rows = Array.from({ length: 1001 }, (_, n) => first.replaceAll(/(po|txn|pi)_1/g, `$1_${n}`));
    await importText(store.db, 'stripe', [head, ...rows].join('\n'));
    assert.equal((await listPayouts(store.db.kysely)).length, 1001);
    assert.deepEqual(
      (await listPayouts(store.db.kysely, {}, 2)).map(({ payout }) => payout),
      ['po_999', 'po_998'],
    );
    assert.equal((await findUnmatched(store.db.kysely)).length, 1001);
    const exported: string[] = [];
    for await (const { line } of settledLines(store.db.kysely, {})) exported.push(line.id);
    assert.deepEqual([exported.length, new Set(exported).size], [1001, 1001]);
    const [settled = ''] = await verdicts(store);
    assert.match(settled, / and at least 980 more \(txn_0: /, 'the doctor looks for 1000');
    await store.db.close();
  });

  it('each exported line names the reference of its own order', async () => {
    const { store, first, second } = await complete();
    for (const id of [first, second])
      await store.db.kysely
        .updateTable('orders')
        .set({ reference: `of ${id}` })
        .where('id', '=', id)
        .execute();
    await importText(store.db, 'stripe', fixture('stripe'));
    const references: unknown[] = [];
    for await (const { record } of settledLines(store.db.kysely, {}))
      if (record) references.push(record.orderReference);
    assert.deepEqual(
      references,
      [first, second, first, second].map((id) => `of ${id}`),
    );
    await store.db.close();
  });

  it('are exported by date of settlement, with order, fees and tax', async () => {
    const store = await openStore(await database());
    const provider = 'razorpay';
    const order = await pay(store, { provider, currency: 'INR', reference: 'pay_1', minor: 137_405 });
    await importText(store.db, 'razorpay', fixture('razorpay'));
    const rows = async (from: string, to: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const line of settledLines(store.db.kysely, { from, to })) found.push(lineCsv(line));
      return found;
    };
    assert.equal((await rows('2026-11-27', '2026-11-28')).length, 3);
    assert.deepEqual(await rows('2030-01-01', '2031-01-01'), []);
    assert.deepEqual(await rows('2026-11-01', '2026-11-27'), []);
    assert.equal(
      (await rows('2026-11-01', '2026-12-01'))[1],
      `2026-11-27,razorpay,setl_1,1568176960vxp0rj,pay_1,payment,pay_1,,${order},${MERCHANT},,INR,1374.05,27.48,4.95,1341.62,INR,1374.05,matched\r\n`,
    );
    // A refund is a negative number, not text; amounts have the digits of their currency.
    assert.match(
      (await rows('2026-11-01', '2026-12-01'))[2] ?? '',
      /,INR,-500\.00,0\.00,0\.00,-500\.00,INR,-500\.00,/,
    );
    await store.db.close();
  });

  it('are exported with the state that the gateway’s current records give their lines', async () => {
    const store = await openStore(await database());
    const provider = 'razorpay';
    await importText(store.db, provider, fixture(provider));
    await pay(store, { provider, currency: 'INR', reference: 'pay_1', minor: 137_405 });
    assert.equal((await findUnmatched(store.db.kysely)).length, 2);
    const states: unknown[] = [];
    for await (const { line, record } of settledLines(store.db.kysely, {}))
      states.push([line.kind, line.state, record !== undefined]);
    assert.deepEqual(states, [
      ['dispute', 'unmatched', false],
      ['payment', 'matched', true],
      ['refund', 'unmatched', false],
    ]);
    await store.db.close();
  });

  it('a resolved line stays resolved, and a payment that failed or has no amount matches no line', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const order = await pay(store, { ...EUR, reference: 'pi_1', minor: 10_000 });
    await pay(store, { ...INR, reference: 'pi_2', minor: 137_405 });
    const payment = kysely.updateTable('payments').where('payment_reference', '=', 'pi_1');
    await payment.set({ state: 'failed' }).execute();
    await importText(store.db, 'stripe', fixture('stripe'));
    const stateOf = async (id: string): Promise<string | undefined> => {
      for await (const { line } of settledLines(kysely, {})) if (line.id === id) return line.state;
      return undefined;
    };
    assert.deepEqual([await stateOf('txn_1'), await stateOf('txn_2')], ['unmatched', 'matched']);
    await payment.set({ state: 'captured', received_currency: null, received_minor: null }).execute();
    const [first] = await findUnmatched(kysely);
    assert.deepEqual([first?.line.id, first?.problem], ['txn_1', 'the gateway does not know its amount']);
    await resolveLine(store.db, 'txn_3', STAFF);
    await refund(store, order, { ...EUR, reference: 're_1', minor: 2000 });
    assert.equal(await stateOf('txn_3'), 'resolved');
    await store.db.close();
  });

  it('one imported by mistake can be removed, and importing again reopens a line resolved by mistake', async () => {
    const { store } = await complete();
    const { kysely } = store.db;
    await importText(store.db, 'stripe', fixture('stripe').replace('pi_2', 'pi_9'));
    const kept = { provider: 'stripe', payout: 'po_1', currency: 'EUR', amountMinor: 5377 };
    assert.ok(await recordBankReceipt(store.db, kept, { at: 1, by: STAFF }));
    const sums = await listPayouts(kysely);
    const lines = async (): Promise<number> => {
      let count = 0;
      for await (const _ of settledLines(kysely, {})) count += 1;
      return count;
    };
    const ofAll = await lines();
    // The report of another account settles a payment of this one a second time.
    const mistaken = fixture('stripe')
      .replaceAll(/txn_(?=\d)/g, 'txn_9')
      .replaceAll('po_1', 'po_9');
    await importText(store.db, 'stripe', mistaken);
    const receipt = { provider: 'stripe', payout: 'po_9', currency: 'EUR', amountMinor: 5377 };
    await recordBankReceipt(store.db, receipt, { at: 1, by: STAFF });
    const names = async (): Promise<string[]> => (await findUnmatched(kysely)).map(({ line }) => line.id);
    assert.ok((await names()).includes('txn_91'));
    assert.equal(await removePayout(store.db, { provider: 'razorpay', payout: 'po_9' }, STAFF), 0);
    assert.equal(await removePayout(store.db, { provider: 'stripe', payout: 'po_9' }, STAFF), 8);
    assert.deepEqual([await listPayouts(kysely), await lines()], [sums, ofAll]);
    const [{ action, subject, before } = {}] = await listAudit(store.db, { limit: 1 });
    assert.deepEqual([action, subject, before], ['payout.removed', 'po_9', { provider: 'stripe', lines: 8 }]);
    await importText(store.db, 'stripe', mistaken);
    assert.equal((await listPayouts(kysely)).find(({ payout }) => payout === 'po_9')?.received_minor, null);
    await removePayout(store.db, { provider: 'stripe', payout: 'po_9' }, STAFF);

    await resolveLine(store.db, 'txn_2', STAFF);
    assert.deepEqual(await names(), []);
    await removePayout(store.db, { provider: 'stripe', payout: 'po_1' }, STAFF);
    await importText(store.db, 'stripe', fixture('stripe').replace('pi_2', 'pi_9'));
    assert.deepEqual(await names(), ['txn_2']);
    await store.db.close();
  });

  it('journal entries balance for each line, on the configured accounts', async () => {
    const { store } = await complete();
    await importText(store.db, 'stripe', fixture('stripe').replace('pi_2', 'pi_9'));
    const accounts = accountsSchema.parse({ bank: '1200', fees: '6855' });
    for await (const { line } of settledLines(store.db.kysely, {}))
      if (line.id === 'txn_2') assert.equal(postingsOf(line, accounts).at(-1)?.account, 'unmatched');
    // Resolved: somebody knows what the money is, but it still belongs to no order.
    assert.equal(await resolveLine(store.db, 'txn_2', STAFF), true);
    const sums = new Map<string, number>();
    for await (const one of settledLines(store.db.kysely, {})) {
      const { line } = one;
      const postings = postingsOf(line, accounts);
      const rows = journalCsv(one, accounts).trimEnd().split('\r\n').filter(Boolean);
      assert.deepEqual(
        rows.map((row) =>
          row
            .split(',')
            .slice(-4)
            .map((cell) => (Number(cell) > 0 ? 'some' : cell)),
        ),
        postings.map(({ account, minor }) => {
          const sides = minor > 0 ? ['some', ''] : ['', 'some'];
          return [account === '1200' || account === '6855' ? 'some' : account, ...sides, line.currency];
        }),
      );
      assert.equal(
        postings.reduce((sum, { minor }) => sum + minor, 0),
        0,
        line.id,
      );
      for (const { account, minor } of postings) sums.set(account, (sums.get(account) ?? 0) + minor);
    }
    assert.deepEqual(Object.fromEntries(sums), {
      '1200': 5377,
      '6855': 2085,
      contributions: -10_000,
      unmatched: -1374,
      refunds: 2000,
      disputes: 1374,
      fee_tax: 38,
      other: 500,
    });
    await store.db.close();
  });

  /** Creates a report of many payments, whose import takes a while. */
  function large(lines: number): string {
    const [head] = fixture('stripe').split('\n');
    const rows = Array.from(
      { length: lines },
      (_, n) =>
        `po_1,2026-11-27 00:00:00,txn_${n},2026-11-20 09:12:01,2026-11-27 00:00:00,eur,100.00,3.20,96.80,charge,ch_${n},pi_${n},,,`,
    );
    return `${[head, ...rows].join('\n')}\n`;
  }

  const countOf = async ({ kysely }: Database): Promise<number> => {
    const found = await kysely
      .selectFrom('payout_lines')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return found.count;
  };

  it('two imports of one report at once store each line once', async () => {
    const url = await database();
    const store = await openStore(url);
    const other = openWithLongTimeouts(url);
    const text = large(2000);
    const both = await Promise.all([importText(store.db, 'stripe', text), importText(other, 'stripe', text)]);
    assert.deepEqual(both.map(({ added }) => added).sort(), [0, 2000]);
    assert.equal(await countOf(store.db), 2000);
    const exported = new Set<string>();
    for await (const { line } of settledLines(store.db.kysely, {})) exported.add(line.id);
    assert.deepEqual([exported.size, (await findUnmatched(store.db.kysely, 5000)).length], [2000, 2000]);
    await other.close();
    await store.db.close();
  });

  it('an import that is killed has stored all of its report or nothing, and can be repeated', {
    timeout: 600_000,
  }, async () => {
    const url = await database();
    const store = await openStore(url);
    const folder = await mkdtemp(join(tmpdir(), 'gateway-payouts-'));
    const path = join(folder, 'report.csv');
    await writeFile(path, large(20_000));
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, GATEWAY_PROVIDER: 'stripe' };
    const args = [...GATEWAY_COMMAND, 'payouts', 'import', path, '--sandbox', '--provider', 'stripe'];
    const start = (): { kill(): void; ended: Promise<unknown> } => {
      const ended = Promise.withResolvers<unknown>();
      const child = execFile(process.execPath, args, { env }, (error, out, err) =>
        ended.resolve(error ? err : JSON.parse(out)),
      );
      return { kill: () => child.kill('SIGKILL'), ended: ended.promise };
    };
    try {
      for (let round = 0; round < 4; round += 1) {
        const { kill, ended } = start();
        await Promise.race([setTimeout(400 + 400 * round), ended]);
        kill();
        await ended;
        assert.ok([0, 20_000].includes(await countOf(store.db)), 'a part of the report was stored');
      }
      assert.deepEqual(Object.keys((await start().ended) as object), [
        ...['lines', 'added', 'payouts', 'unmatched', 'unmatched_earlier'],
      ]);
      assert.equal(await countOf(store.db), 20_000);
    } finally {
      await rm(folder, { recursive: true, force: true });
      await store.db.close();
    }
  });
});
