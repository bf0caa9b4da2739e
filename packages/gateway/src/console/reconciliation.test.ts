/** An operator finds money that does not agree, and settles it: the lists empty, and the audit log names the person. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { importReport } from '../payouts/import-report.ts';
import { newId } from '../store/ids.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { type ConsoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { SOMEBODY } from '../testing/store.ts';

const PAGE = '/reconciliation';
const HOUR_MS = 3_600_000;

async function* report(): AsyncGenerator<string> {
  const today = new Date().toISOString().slice(0, 10);
  const text = await readFile(new URL('../payouts/fixtures/stripe.csv', import.meta.url), 'utf8');
  yield text.replaceAll('2026-11-27', today);
}

/** Fails if the page lacks a text. @returns the page. */
async function assertShown(visitor: ConsoleVisitor, texts: readonly string[]): Promise<string> {
  const page = (await visitor.get(PAGE)).text;
  for (const text of texts) assert.ok(page.includes(text), text);
  return page;
}

onBothEngines('the reconciliation page', ({ database }) => {
  it('lists discrepancies, and records what a person resolves or receives, once', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      const visitor = await sandboxVisitor(gateway.url);
      await assertShown(visitor, [
        'No payment or refund has waited',
        'belongs to an order',
        'matches what the gateway',
        'No settlement report',
      ]);

      const { json } = await callerOf(gateway.url).post('/offset-gateway/orders', { emission_amount: 1000 });
      const at = Date.now();
      const id = newId('pay');
      const named = { merchant_id: 'sandbox-merchant', id, order_id: json.order_id, provider: 'stripe' };
      const amount = {
        currency: 'INR',
        amount_minor: 119_900,
        received_currency: null,
        received_minor: null,
      };
      const check = { check_at: at - HOUR_MS, fault: 'Stripe sessions: 503', state: 'started' } as const;
      const rest = {
        reference: id,
        payment_reference: null,
        redirect_url: null,
        created_at: at,
        updated_at: at,
      };
      await db.kysely
        .insertInto('payments')
        .values({ ...named, ...amount, ...check, ...rest })
        .execute();
      await db.kysely
        .insertInto('unclaimed_payments')
        .values(
          // Another provider may use the same reference: only the payment of the provider on the page is resolved.
          [
            ['stripe', 'cs_unknown'],
            ['razorpay', 'cs_unknown'],
            ['stripe', 'cs_other'],
          ].map(([provider = '', reference = '']) => ({
            provider,
            reference,
            payment_reference: null,
            named_order: null,
            currency: 'EUR',
            amount_minor: 1374,
            received_at: at,
            resolved_at: null,
          })),
        )
        .execute();
      await importReport(db, { provider: 'stripe', file: report() }, at, SOMEBODY);

      const shown = await assertShown(visitor, [
        json.order_id,
        '₹1,199.00',
        'Stripe sessions: 503',
        'cs_unknown',
        '€13.74',
        'txn_2',
        '€53.77',
      ]);
      assert.match(shown, /payments €113\.74.*refunds -€20\.00.*fees -€20\.85.*tax on fees -€0\.38/s);

      const post = async (path: string, fields: Record<string, string>): Promise<number> =>
        (await visitor.post(PAGE + path, fields)).status;
      for (const [path, fields, about] of [
        ['/lines', { provider: 'stripe', id: 'txn_2' }, /Resolve this line\?.+txn_2.+po_1/s],
        ['/payments', { provider: 'stripe', id: 'cs_unknown' }, /Resolve this payment\?.+€13\.74/s],
      ] as const) {
        const asking = `${PAGE}${path}?${new URLSearchParams(fields)}`;
        assert.match((await visitor.get(asking)).text, about);
        assert.equal((await visitor.confirm(asking)).status, 303);
        assert.equal(await post(path, fields), 303, 'a second press finds it resolved');
        assert.equal((await visitor.get(asking)).status, 404);
      }
      const acts = (await visitor.get('/audit')).text;
      for (const act of ['payout_line.resolved', 'unclaimed_payment.resolved'])
        assert.equal(acts.split(act).length, 2, act);
      for (const [path, provider, id] of [
        ['/lines', 'stripe', 'txn_none'],
        ['/lines', 'stripe', 'txn_5'],
        ['/lines', 'razorpay', 'txn_2'],
        ['/payments', 'stripe', 'cs_none'],
        ['/payments', 'adyen', 'cs_unknown'],
        ['/payments', '', ''],
      ] as const)
        assert.equal(await post(path, { provider, id }), 422, `${path} ${provider} ${id}`);
      const payout = 'stripe EUR po_1';
      for (const [wrong, fields] of [
        ['no number', { payout, amount: 'much' }],
        ['more decimals than the currency has', { payout, amount: '53.771' }],
        ['more than any payout', { payout, amount: '9'.repeat(40) }],
        ['an unknown payout', { payout: 'stripe EUR po_2', amount: '53.77' }],
        ['no payout', { payout: '', amount: '53.77' }],
      ] as const)
        assert.equal(await post('/receipts', fields), 422, wrong);
      const received = { payout, amount: '53.70' };
      assert.equal(await post('/receipts', received), 303);
      assert.equal(await post('/receipts', received), 303, 'a second press finds it recorded');
      const other = await visitor.post(`${PAGE}/receipts`, { payout, amount: '53.77' });
      assert.equal(other.status, 409, 'a page from before replaces nothing');
      assert.match(other.text, /Another amount was recorded for this payout/);

      const settled = (await visitor.get(PAGE)).text;
      assert.doesNotMatch(settled, /txn_2</);
      assert.deepEqual(settled.match(/(?<=cs_unknown<\/code><span class="sub">)\w+/g), ['razorpay']);
      for (const left of ['txn_1', 'cs_other']) assert.match(settled, new RegExp(`${left}<`), left);
      assert.match(settled, /its lines do not add up to what arrived at the bank/);
      assert.match(settled, /at the bank €53\.70/);
      const log = (await visitor.get('/audit')).text;
      assert.equal(log.split('payout.received').length, 2, 'once');
      for (const action of ['payout_line.resolved', 'unclaimed_payment.resolved', 'payout.received'])
        assert.match(log, new RegExp(`${action.replace('.', '\\.')}.*?Sandbox operator`, 's'), action);
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
