import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record.ts';
import { readConfig } from '../../config.ts';
import { createApiKey } from '../../credentials/api-keys.ts';
import { readOrCreateReceiptKeys, rotateReceiptKey } from '../../credentials/receipt-keys.ts';
import { createSealer } from '../../credentials/seal.ts';
import { createOrder } from '../../orders/create.ts';
import { OWN_FAULT } from '../../providers/provider-error.ts';
import { correctRetirement } from '../../retirements/correct.ts';
import { recordRetirement } from '../../retirements/record.ts';
import type { RefundRow } from '../../store/schema.ts';
import { inTransaction } from '../../store/transaction.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { type Loopback, listenOnLoopback } from '../../testing/loopback.ts';
import { openWithLongTimeouts } from '../../testing/open-with-long-timeouts.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../../testing/store.ts';
import { rotateWebhookSecret } from '../../webhooks/secrets.ts';
import type { CheckContext } from './check.ts';
import { creditChecks } from './credits.ts';
import { type Finding, runChecks } from './run-checks.ts';

const HOUR_MS = 3_600_000;
const SECRETS = { STRIPE_SECRET_KEY: 'sk_live_unmistakable', STRIPE_WEBHOOK_SECRET: 'whsec_unmistakable' };

/** Starts a provider that responds to every request with one status. */
function startProvider(status: number): Promise<Loopback> {
  const server = createServer((_, response) => void response.writeHead(status).end('{}'));
  return listenOnLoopback(server);
}

onBothEngines('the doctor', ({ database, emptyDatabase, engine, distributed }) => {
  async function healthy(): Promise<{
    store: TestStore;
    checked: CheckContext;
    provider: { close(): void };
  }> {
    const store = await openStore(await database());
    const provider = await startProvider(200);
    await rotateWebhookSecret(store.db, store.sealer, MERCHANT);
    await createApiKey(store, MERCHANT, { scheme: 'hmac-sha256' });
    await rotateReceiptKey(store.db, store.sealer);
    const config = readConfig(
      {
        ...SECRETS,
        GATEWAY_PROVIDER: 'stripe',
        GATEWAY_PROVIDER_API_URL: provider.url,
        GATEWAY_PUBLIC_URL: store.context.publicUrl,
        GATEWAY_MASTER_KEY: randomBytes(32).toString('base64'),
      },
      { sandbox: false, command: 'manage' },
    );
    const { db, sealer, context } = store;
    return { store, provider, checked: { db, sealer, config, now: context.now, readsAll: true } };
  }
  const priceInDinars = ({ db }: TestStore) =>
    db.kysely
      .insertInto('project_prices')
      .values({
        project: 'wind',
        currency: 'KWD',
        effective_from: 1,
        minor_per_tonne: 4149,
        inr_per_unit: 289,
      })
      .execute();
  const order = async ({ context }: Pick<TestStore, 'context'>, more: object = {}): Promise<string> => {
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const callback_url = 'https://merchant.example/n';
    return JSON.parse((await createOrder(context, MERCHANT, { ...input, callback_url, ...more })).body)
      .order_id;
  };
  const settle = (store: TestStore, id: string, outcome: 'completed' | 'failed'): Promise<unknown> =>
    settleOrder(store, id, outcome);
  /** Adds a refund of a paid order, pending for an hour. */
  const addRefund = async (
    store: TestStore,
    state: Pick<RefundRow, 'credits' | 'fault' | 'provider_reference' | 'next_attempt_at'>,
  ): Promise<void> => {
    const id = await order(store);
    await settle(store, id, 'completed');
    const amounts = { currency: 'INR', amount_minor: 1, order_minor: 0, grams: 0 };
    const when = { created_at: store.context.now() - HOUR_MS, settled_at: null };
    const nothing = { payment_id: null, reason: null, transaction_id: null };
    const about = { merchant_id: MERCHANT, id: 'r', order_id: id, provider: 'x' };
    await store.db.kysely
      .insertInto('refunds')
      .values({ ...about, ...amounts, ...when, ...nothing, ...state, cause: 'requested', state: 'pending' })
      .execute();
    await store.db.kysely.deleteFrom('deliveries').execute();
  };
  const retireOne = async (store: TestStore, tonnes: number): Promise<void> => {
    await settle(store, await order(store), 'completed');
    const { db, sealer, context } = store;
    const publisher = { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false };
    await recordRetirement(publisher, {
      project: 'wind',
      tonnes,
      serials: [{ block: 'T-*', first: 1, last: tonnes, digits: 4 }],
      retiredOn: '2026-12-14',
      url: 'https://registry.example/1',
    });
  };
  const changeDocument = async (store: TestStore, at: number): Promise<void> => {
    await retireOne(store, 1);
    const { kysely } = store.db;
    const batch = await kysely.selectFrom('retirement_batches').select('document').executeTakeFirstOrThrow();
    const { document } = batch;
    assert.ok(document !== null && document.length > at);
    const other = document[at] === 'x' ? 'y' : 'x';
    await kysely
      .updateTable('retirement_batches')
      .set({ document: document.slice(0, at) + other + document.slice(at + 1) })
      .execute();
  };
  const changeLeaf = async (store: TestStore, change: { salt?: string; hash?: string }): Promise<void> => {
    await retireOne(store, 1);
    await store.db.kysely.updateTable('retirement_leaves').set(change).execute();
  };
  const leaveLessThanSold = async (store: TestStore): Promise<void> => {
    await settle(store, await order(store), 'completed');
    const { kysely } = store.db;
    await kysely.deleteFrom('deliveries').execute();
    await kysely.updateTable('allotments').set({ grams: 1500, grams_topped_up: 1500 }).execute();
    await kysely.updateTable('credit_lots').set({ grams_total: 1500, grams_allotted: 1500 }).execute();
  };
  const loseKeys = ({ db }: TestStore): Promise<unknown> =>
    db.kysely.deleteFrom('settings').where('name', 'like', 'sealed:receipt-key:%').execute();
  const UNLIKE_TESTS = ['Commits survive a loss of power', 'Database removes dead rows'];
  const wrong = (findings: readonly Finding[]): string[] =>
    findings.flatMap(({ name, state, next }) => {
      // In tests, PostgreSQL runs without fsync and without vacuuming.
      if (state === 'ok' || UNLIKE_TESTS.includes(name)) return [];
      assert.ok(next, `${name} says what to do`);
      return [`${state}: ${name}`];
    });

  it("names retired credits in circulation by the registry's spelling", async () => {
    const { store, checked, provider } = await healthy();
    await retireOne(store, 1);
    const range = {
      project: 'wind',
      registry: 'testregistry',
      block: 't-*',
      shown: 'T-*',
      first: 1,
      last: 9,
    };
    const stated = { vintage: 2024, retired_on: null, ccp_label: 0, exported_on: '2027-01-01' };
    await store.db.kysely
      .insertInto('registry_credits')
      .values({ ...range, ...stated })
      .execute();
    const found = (await runChecks(checked)).find(
      ({ name }) => name === 'Registries confirm the retirements',
    );
    assert.equal(found?.state, 'fault');
    assert.match(found.detail ?? '', /T-0001 is in circulation/);
    await store.db.close();
    provider.close();
  });

  it('finds no fault in a healthy system, prints no secret and writes nothing', async () => {
    const { store, checked, provider } = await healthy();
    await order(store);
    await priceInDinars(store);
    await order({ context: { ...store.context, provider: 'stripe' } }, { currency: 'KWD' });
    await retireOne(store, 1);
    await store.db.kysely.updateTable('deliveries').set({ state: 'delivered' }).execute();
    const settings = () => store.db.kysely.selectFrom('settings').selectAll().orderBy('name').execute();
    const before = await settings();
    const findings = await runChecks(checked);
    assert.deepEqual(wrong(findings), []);
    const names = findings.map(({ name }) => name);
    for (const name of ['Payouts are the sum of their lines', 'Audit log is complete and unchanged'])
      assert.ok(names.includes(name), name);
    assert.doesNotMatch(JSON.stringify(findings), /unmistakable/);
    assert.deepEqual(await settings(), before, 'it writes nothing');
    const [one] = await runChecks({
      ...checked,
      config: { ...checked.config, unknown: ['GATEWAY_X is no'] },
    });
    assert.deepEqual([one?.state, one?.detail], ['warning', 'GATEWAY_X is no']);
    provider.close();
    await store.db.close();
  });

  const plants: [
    name: string,
    plant: (store: TestStore, checked: CheckContext) => Promise<unknown>,
    sees: string,
  ][] = [
    [
      'an order that its provider cannot take, made under another provider',
      async (store) => {
        await priceInDinars(store);
        await order(store, { currency: 'KWD' });
      },
      'warning: Payers can pay every open order',
    ],
    [
      'another master key',
      async (_, checked) => Object.assign(checked, { sealer: createSealer(randomBytes(32)) }),
      'fault: Master key decrypts every secret',
    ],
    [
      'a merchant without a secret',
      ({ db }) => db.kysely.deleteFrom('webhook_secrets').execute(),
      'fault: Every merchant has a webhook secret',
    ],
    [
      'a merchant without a key',
      ({ db }) => db.kysely.updateTable('api_keys').set({ revoked_at: 1 }).execute(),
      'warning: Every merchant has a live API key',
    ],
    [
      'a reservation nobody made',
      async (store) => {
        await settle(store, await order(store), 'failed');
        await store.db.kysely.updateTable('allotments').set({ grams_reserved: 5 }).execute();
      },
      'fault: Allotments match the orders of their merchants',
    ],
    [
      'credits that were sold to nobody',
      async (store) => {
        await settle(store, await order(store), 'failed');
        await store.db.kysely.updateTable('allotments').set({ grams_allocated: 5 }).execute();
      },
      'fault: Allotments match the orders of their merchants',
    ],
    [
      'credits of an order that no allotment counts',
      async (store) => {
        await order(store);
        await store.db.kysely.deleteFrom('allotments').execute();
        await store.db.kysely.updateTable('credit_lots').set({ grams_allotted: 0, holders: 0 }).execute();
      },
      'fault: Allotments match the orders of their merchants',
    ],
    [
      'an allotment that its lot does not count',
      async (store) => {
        await settle(store, await order(store), 'failed');
        await store.db.kysely.updateTable('credit_lots').set({ grams_allotted: 5 }).execute();
      },
      'fault: Lots match the allotments of merchants',
    ],
    [
      'a lot that counts a merchant too many',
      ({ db }) => db.kysely.updateTable('credit_lots').set({ holders: 1 }).execute(),
      'fault: Lots match the allotments of merchants',
    ],
    [
      'credits that an earlier version counted and no order holds',
      ({ db }) => db.kysely.updateTable('credit_lots').set({ grams_unaccounted: 5 }).execute(),
      'warning: Lots match the allotments of merchants',
    ],
    [
      'credits allocated long ago and not retired',
      async (store, checked) => {
        await settle(store, await order(store), 'completed');
        await store.db.kysely.updateTable('deliveries').set({ state: 'delivered' }).execute();
        const later = store.context.now() + 93 * 24 * HOUR_MS;
        Object.assign(checked, { now: () => later });
      },
      'warning: Allocated credits are retired on schedule',
    ],
    [
      'a batch whose publication was interrupted',
      async ({ db }) => {
        const batch = {
          id: 'ret_1',
          project: 'wind',
          state: 'open',
          cutoff: 1,
          capacity: 1,
          created_at: 1,
        } as const;
        await db.kysely.insertInto('retirement_batches').values(batch).execute();
      },
      'fault: Retirement batches are published',
    ],
    [
      'a batch that lacks an order',
      async (store) => {
        await retireOne(store, 1);
        await store.db.kysely.deleteFrom('retirement_leaves').execute();
      },
      'fault: Retirements cover their batches',
    ],
    [
      'a batch that lacks an order, where not every order is read',
      async (store, checked) => {
        await retireOne(store, 1);
        await store.db.kysely.deleteFrom('retirement_leaves').execute();
        Object.assign(checked, { readsAll: false });
      },
      'fault: Retirements cover their batches',
    ],
    [
      'a batch that no retirement covers',
      async (store) => {
        await retireOne(store, 1);
        await store.db.kysely.deleteFrom('retirement_parts').execute();
      },
      'fault: Retirements cover their batches',
    ],
    [
      'a batch whose document was changed',
      (store) => changeDocument(store, 300),
      'fault: Retirements cover their batches',
    ],
    [
      'a batch whose document has a header that cannot be read',
      (store) => changeDocument(store, 10),
      'fault: Retirements cover their batches',
    ],
    [
      'a batch whose tree was changed',
      async (store) => {
        await retireOne(store, 1);
        await store.db.kysely
          .updateTable('retirement_chunks')
          .set({ hash: '00'.repeat(32) })
          .execute();
      },
      'fault: Retirements cover their batches',
    ],
    [
      'a batch whose tree is gone',
      async (store) => {
        await retireOne(store, 1);
        await store.db.kysely.deleteFrom('retirement_chunks').execute();
      },
      'fault: Retirements cover their batches',
    ],
    [
      'an order of a batch whose salt was changed',
      (store) => changeLeaf(store, { salt: '00'.repeat(16) }),
      'fault: Retirements cover their batches',
    ],
    [
      'an order of a batch whose salt was cut off',
      (store) => changeLeaf(store, { salt: '00' }),
      'fault: Retirements cover their batches',
    ],
    [
      'an order of a batch whose hash was changed',
      (store) => changeLeaf(store, { hash: 'f0'.repeat(32) }),
      'fault: Retirements cover their batches',
    ],
    [
      'grams that were moved from one order of a batch to another',
      async (store) => {
        await settle(store, await order(store), 'completed');
        await retireOne(store, 1);
        const { kysely } = store.db;
        const leaves = await kysely.selectFrom('retirement_leaves').select('hash').orderBy('hash').execute();
        for (const [index, { hash }] of leaves.entries())
          await kysely
            .updateTable('retirement_leaves')
            .set(({ eb }) => ({ grams: eb('grams', index === 0 ? '-' : '+', 1) }))
            .where('hash', '=', hash)
            .execute();
        assert.equal(leaves.length, 2);
      },
      'fault: Retirements cover their batches',
    ],
    [
      'a public URL that is not the one which batches name: receipts of today are refused with them',
      async (store, checked) => {
        await retireOne(store, 1);
        Object.assign(checked.config, { GATEWAY_PUBLIC_URL: 'https://pay.example' });
      },
      'warning: Batches name the public URL as their issuer',
    ],
    [
      'tonnes retired that cover nothing',
      (store) => retireOne(store, 3),
      'warning: Retired credits do not exceed purchases',
    ],
    [
      'more retired than was bought',
      async (store) => {
        await retireOne(store, 2);
        await store.db.kysely.updateTable('credit_lots').set({ grams_total: 1_000_000 }).execute();
      },
      'fault: Retired credits do not exceed purchases',
    ],
    [
      'nothing on sale',
      ({ db }) => db.kysely.updateTable('projects').set({ active: 0 }).execute(),
      'fault: A project is on sale',
    ],
    [
      'a price that begins later',
      ({ db }) => db.kysely.updateTable('project_prices').set({ effective_from: 9e12 }).execute(),
      'fault: A project is on sale',
    ],
    [
      'a project without a price, beside one that has it',
      async ({ db: { kysely } }) => {
        const wind = await kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
        await kysely
          .insertInto('projects')
          .values({ ...wind, id: 'sun' })
          .execute();
        const lot = await kysely.selectFrom('credit_lots').selectAll().executeTakeFirstOrThrow();
        await kysely
          .insertInto('credit_lots')
          .values({ ...lot, id: 'sun-1', serial_prefix: 'S', project: 'sun' })
          .execute();
      },
      'warning: A project is on sale',
    ],
    [
      'empty stock',
      ({ db }) => db.kysely.updateTable('credit_lots').set({ grams_total: 0 }).execute(),
      'warning: Credits are in stock',
    ],
    ['less left than was sold in a month', leaveLessThanSold, 'warning: Credits are in stock'],
    [
      'a lot that counts sales of nobody',
      ({ db }) => db.kysely.updateTable('credit_lots').set({ grams_sold: 5 }).execute(),
      'fault: Lots match the allotments of merchants',
    ],
    [
      'secrets under the second master key',
      async (_, checked) =>
        Object.assign(checked, { sealer: createSealer(randomBytes(32), Buffer.alloc(32, 7)) }),
      'warning: Master key decrypts every secret',
    ],
    [
      'an outbox nobody empties',
      async (store) => {
        await settle(store, await order(store), 'failed');
        store.setNow(store.context.now() + HOUR_MS);
      },
      'fault: Webhooks are sent on time',
    ],
    [
      'a webhook given up',
      async (store) => {
        await settle(store, await order(store), 'failed');
        await store.db.kysely.updateTable('deliveries').set({ state: 'dead' }).execute();
      },
      'warning: Webhooks are delivered',
    ],
    [
      'a disabled address',
      ({ db }) =>
        db.kysely
          .insertInto('webhook_endpoints')
          .values({ merchant_id: MERCHANT, url_hash: 'x', failing_since: 1, disabled_at: 2 })
          .execute(),
      'warning: No webhook endpoint is disabled',
    ],
    [
      'an order past its time',
      async (store) => {
        await order(store);
        store.setNow(store.context.now() + store.context.orderTtlMs + HOUR_MS);
      },
      'fault: Unpaid orders expire on schedule',
    ],
    [
      'money that stays',
      async (store) => {
        const id = await order(store);
        await settle(store, id, 'failed');
        const amounts = { currency: 'INR', amount_minor: 1, payment_reference: null, redirect_url: null };
        const times = { created_at: 0, updated_at: store.context.now() };
        await store.db.kysely
          .insertInto('payments')
          .values({
            merchant_id: MERCHANT,
            id: 'p',
            order_id: id,
            provider: 'x',
            reference: 'r',
            state: 'captured',
            received_currency: 'INR',
            received_minor: 1,
            ...amounts,
            ...times,
          })
          .execute();
        await store.db.kysely.deleteFrom('deliveries').execute();
        store.setNow(store.context.now() + HOUR_MS);
      },
      'fault: Surplus payments are refunded',
    ],
    [
      'a refund the provider does not take',
      (store) =>
        addRefund(store, {
          credits: 'retired',
          fault: '500',
          provider_reference: null,
          next_attempt_at: 0,
        }),
      'fault: Provider has accepted pending refunds',
    ],
    [
      'a refund that the provider has taken, and holds for lack of money',
      (store) =>
        addRefund(store, {
          credits: 'none',
          fault: 'insufficient_funds',
          provider_reference: 're_1',
          next_attempt_at: null,
        }),
      'fault: Provider has accepted pending refunds',
    ],
    [
      'money for an order it does not know',
      ({ db }) =>
        db.kysely
          .insertInto('unclaimed_payments')
          .values({
            provider: 'stripe',
            reference: 'cs_1',
            payment_reference: null,
            currency: 'INR',
            amount_minor: 1,
            named_order: 'ord_1',
            received_at: 1,
            resolved_at: null,
          })
          .execute(),
      'fault: Every payment belongs to an order',
    ],
    [
      'a lost key for receipts that signed a batch',
      async (store) => {
        await retireOne(store, 1);
        await loseKeys(store);
      },
      'fault: Receipts can be signed',
    ],
    [
      'a lost key for receipts that signed a batch before it was corrected',
      async (store) => {
        await retireOne(store, 1);
        const { db, sealer, context } = store;
        const [first] = await readOrCreateReceiptKeys(db, sealer);
        await rotateReceiptKey(db, sealer);
        const publisher = { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false };
        const { id } = await db.kysely.selectFrom('retirements').select('id').executeTakeFirstOrThrow();
        await correctRetirement(publisher, id, { reason: 'Wrong date', retiredOn: '2026-12-13' });
        const lost = `sealed:receipt-key:${first?.kid}`;
        await db.kysely.deleteFrom('settings').where('name', '=', lost).execute();
      },
      'fault: Receipts can be signed',
    ],
    [
      'a lost key for receipts that staff made',
      async (store) => {
        await rotateReceiptKey(store.db, store.sealer, { channel: 'cli', id: '' });
        await loseKeys(store);
      },
      'fault: Receipts can be signed',
    ],
    [
      'a newer database',
      ({ db }) => sql`insert into schema_migrations (name) values ('9999')`.execute(db.kysely),
      'fault: Database schema is up to date',
    ],
  ];
  for (const [name, plant, sees] of plants) {
    it(`sees ${name}, and nothing else`, async () => {
      const { store, checked, provider } = await healthy();
      await plant(store, checked);
      const found = wrong(await runChecks(checked));
      // A master key that opens nothing signs no receipt either.
      const expected = name === 'another master key' ? [sees, 'fault: Receipts can be signed'] : [sees];
      assert.deepEqual(found, expected);
      provider.close();
      await store.db.close();
    });
  }

  const DAY_MS = 24 * HOUR_MS;
  const harmless: [name: string, plant: (store: TestStore) => Promise<unknown>][] = [
    [
      'the merchant of the sandbox without credentials, as their removal leaves it',
      async ({ db }) => {
        await addMerchant(db, 'sandbox');
        await db.kysely.updateTable('merchants').set({ sandbox: 1 }).where('id', '=', 'sandbox').execute();
      },
    ],
    [
      'an order past its time whose payment is under way',
      async (store) => {
        const order_id = await order(store);
        store.setNow(store.context.now() + store.context.orderTtlMs + HOUR_MS);
        const at = store.context.now();
        const payment = { merchant_id: MERCHANT, id: 'p', order_id, provider: 'x', reference: 'r' };
        const money = {
          currency: 'INR',
          amount_minor: 100,
          state: 'started' as const,
          check_at: at + HOUR_MS,
        };
        const moments = { created_at: at, updated_at: at };
        await store.db.kysely
          .insertInto('payments')
          .values({ ...payment, ...money, ...moments })
          .execute();
      },
    ],
    [
      'an order that its provider can take, beside one of another currency',
      async (store) => {
        await priceInDinars(store);
        const context = { ...store.context, provider: 'stripe' } as const;
        await order({ context }, { currency: 'KWD', emission_amount: 1000 });
        await order({ context }, { emission_amount: 1.01 });
      },
    ],
    [
      'an order that expired a minute ago',
      async (store) => {
        await order(store);
        const orders = store.db.kysely.selectFrom('orders');
        const { expires_at } = await orders.select('expires_at').executeTakeFirstOrThrow();
        store.setNow(expires_at + 60_000);
      },
    ],
    [
      'a whole tonne retired of a lot that ends within it, as one reduced to what orders hold',
      async (store) => {
        await retireOne(store, 1);
        await store.db.kysely.updateTable('credit_lots').set({ grams_total: 900_000 }).execute();
      },
    ],
    [
      'a batch that is being published',
      async ({ db, context: { now } }) => {
        const batch = { id: 'ret_1', project: 'wind', state: 'open', capacity: 1 } as const;
        await db.kysely
          .insertInto('retirement_batches')
          .values({ ...batch, cutoff: now(), created_at: now() })
          .execute();
      },
    ],
    [
      'tonnes retired for a part of an order that waits for the rest',
      async (store) => {
        await settle(store, await order(store, { emission_amount: 3000 }), 'completed');
        await retireOne(store, 2);
      },
    ],
    [
      'a webhook given up more than a week ago',
      async (store) => {
        await settle(store, await order(store), 'failed');
        await store.db.kysely.updateTable('deliveries').set({ state: 'dead' }).execute();
        store.setNow(store.context.now() + 8 * DAY_MS);
      },
    ],
    [
      'less left than was sold more than a month ago',
      async (store) => {
        await leaveLessThanSold(store);
        store.setNow(store.context.now() + 31 * DAY_MS);
      },
    ],
    [
      'a project without credits that is on sale no more',
      async (store) => {
        const { kysely } = store.db;
        const wind = await kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow();
        await kysely
          .insertInto('projects')
          .values({ ...wind, id: 'sun', active: 0 })
          .execute();
      },
    ],
    [
      'lines of a payout of long ago that do not sum up',
      async ({ db, context: { now } }) => {
        const line = { provider: 'stripe', payout: 'po_1', currency: 'INR', paid_currency: 'INR' };
        const amounts = { gross_minor: 5, fee_minor: 0, tax_minor: 0, net_minor: 5, paid_minor: 5 };
        const settled_on = new Date(now() - 100 * DAY_MS).toISOString().slice(0, 10);
        const rows = [
          { ...line, ...amounts, id: 'a', kind: 'adjustment' as const },
          { ...line, ...amounts, id: 'b', kind: 'payout' as const },
        ];
        await db.kysely
          .insertInto('payout_lines')
          .values(rows.map((row) => ({ ...row, settled_on, state: 'none' as const, imported_at: now() })))
          .execute();
      },
    ],
  ];
  for (const [name, plant] of harmless) {
    it(`has nothing against ${name}`, async (t) => {
      const { store, checked, provider } = await healthy();
      t.after(() => provider.close());
      await plant(store);
      assert.deepEqual(wrong(await runChecks(checked)), []);
      await store.db.close();
    });
  }

  it('names the first 20 of 30 merchants without a secret or a key', async (t) => {
    const { store, checked, provider } = await healthy();
    t.after(() => provider.close());
    const ids = Array.from({ length: 30 }, (_, index) => `many-${index}`);
    const merchants = ids.map((id) => ({ id, name: id, return_origins: '[]', sandbox: 0, created_at: 0 }));
    await store.db.kysely.insertInto('merchants').values(merchants).execute();
    const findings = await runChecks(checked);
    assert.equal(wrong(findings).length, 2);
    for (const { detail = '' } of findings.filter(({ name }) => name.startsWith('Every merchant has a')))
      assert.match(detail, /: many-\d+(?:, many-\d+){19} and 10 more$/);
    await store.db.close();
  });

  it('accepts that a sandbox was removed with its key for receipts', async () => {
    const { store, checked, provider } = await healthy();
    const by = { channel: 'cli', id: '' } as const;
    const kid = await rotateReceiptKey(store.db, store.sealer, by);
    await loseKeys(store);
    const after = { removed: [`other secrets: sealed:receipt-key:${kid}`] };
    await inTransaction(store.db, (tx) => recordAudit(tx, by, { action: 'sandbox.removed', after }));
    assert.deepEqual(wrong(await runChecks(checked)), []);
    provider.close();
    await store.db.close();
  });

  it('finds no fault in credits while orders are created, end and top up', {
    skip: distributed,
  }, async () => {
    const { store, provider, checked } = await healthy();
    const other = await openStore(store.url);
    let isOver = false;
    const buying = Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const id = await order(index % 2 ? store : other);
        await settle(index % 3 ? store : other, id, index % 5 ? 'completed' : 'failed');
      }),
    ).finally(() => {
      isOver = true;
    });
    const faults: Finding[] = [];
    const names = [
      'Allotments match the orders of their merchants',
      'Lots match the allotments of merchants',
    ];
    const checks = creditChecks.filter(({ name }) => names.includes(name));
    assert.equal(checks.length, names.length);
    let times = 0;
    for (; !isOver || times < 2; times += 1) {
      for (const { name, run } of checks) {
        const verdict = await run(checked);
        if (verdict.state === 'fault') faults.push({ name, ...verdict });
      }
      await nextTurn(); // SQLite's reads yield to nothing else
    }
    await buying;
    assert.deepEqual(faults, []);
    assert.ok(times > 2, 'it was looked at while orders came in');
    for (const { db } of [store, other]) await db.close();
    provider.close();
  });

  it('repeats a write that the database refuses for the moment', async () => {
    const { store, checked, provider } = await healthy();
    const { db } = checked;
    const codes = ['40001', '40P01', 'SQLITE_BUSY'];
    const busy: typeof db = {
      ...db,
      transaction(work) {
        const code = codes.shift();
        return code === undefined
          ? db.transaction(work)
          : Promise.reject(Object.assign(new Error(code), { code }));
      },
    };
    assert.deepEqual(wrong(await runChecks({ ...checked, db: busy })), []);
    assert.deepEqual(codes, []);
    await store.db.close();
    provider.close();
  });

  it('reports a database without a schema, and creates none', async () => {
    const { checked, provider, store } = await healthy();
    const db = openWithLongTimeouts(await emptyDatabase());
    const expected = ['fault: Database schema is up to date'];
    assert.deepEqual(wrong(await runChecks({ ...checked, db })), expected);
    assert.deepEqual(wrong(await runChecks({ ...checked, db })), expected);
    provider.close();
    await store.db.close();
    await db.close();
  });

  for (const [name, status, state] of [
    ['refuses the key', 401, 'fault'],
    ['is broken', 500, 'fault'],
    ['knows a key which may not ask this', 403, undefined],
  ] as const) {
    it(`a provider that ${name}: ${state ?? 'ok'}`, async () => {
      const { store, checked, provider } = await healthy();
      const other = await startProvider(status);
      const config = { ...checked.config, GATEWAY_PROVIDER_API_URL: other.url };
      const found = wrong(await runChecks({ ...checked, config }));
      assert.deepEqual(found, state ? [`${state}: Payment provider accepts its key`] : []);
      other.close();
      const away = wrong(await runChecks({ ...checked, config }));
      assert.deepEqual(away, ['fault: Payment provider accepts its key']);
      provider.close();
      await store.db.close();
    });
  }

  it('warns of a test key, except in a sandbox', async () => {
    const { store, checked, provider } = await healthy();
    for (const given of [
      { provider: 'stripe', STRIPE_SECRET_KEY: 'rk_test_1' },
      { provider: 'razorpay', RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' },
    ] as const) {
      const config = { ...checked.config, ...given };
      const found = wrong(await runChecks({ ...checked, config }));
      assert.deepEqual(found, ['warning: Payment provider accepts its key']);
      assert.deepEqual(wrong(await runChecks({ ...checked, config: { ...config, sandbox: true } })), []);
    }
    provider.close();
    await store.db.close();
  });

  if (engine === 'sqlite') {
    it('points to the settings of a former provider, which no serving process calls', async () => {
      const { store, checked, provider } = await healthy();
      const at = store.context.now();
      const money = { currency: 'INR', amount_minor: 1 };
      const id = await order(store);
      const names = ['State of every payment is known', 'Provider has accepted pending refunds'];
      const { kysely } = store.db;
      const payment = { merchant_id: MERCHANT, id: 'p', order_id: id, reference: 'plink_1', ...money };
      const opened = { state: 'started', payment_reference: null, redirect_url: null, check_at: at } as const;
      const paid = { provider: 'stripe', created_at: at, updated_at: at };
      await kysely
        .insertInto('payments')
        .values({ ...payment, ...opened, ...paid })
        .execute();
      const refund = { merchant_id: MERCHANT, id: 'r', order_id: id, payment_id: 'p', ...money };
      const shares = { order_minor: 0, grams: 0, credits: 'none', reason: null } as const;
      const pending = { cause: 'requested', state: 'pending', provider_reference: null } as const;
      const times = { created_at: at, next_attempt_at: at, settled_at: null, transaction_id: null };
      await kysely
        .insertInto('refunds')
        .values({ ...refund, ...shares, ...pending, ...times, provider: 'stripe' })
        .execute();
      store.setNow(at + HOUR_MS);
      const nexts = async () =>
        (await runChecks(checked)).filter(({ name }) => names.includes(name)).map(({ next }) => next);
      const own = await nexts();
      assert.equal(own.length, 2);
      for (const next of own) assert.match(next ?? '', /^start a serving process/);
      const taken = { provider_reference: 're_1', fault: 'insufficient_funds' };
      await kysely.updateTable('refunds').set(taken).execute();
      assert.match((await nexts())[1] ?? '', /^top up the balance at stripe, which holds the refund/);
      await kysely.updateTable('refunds').set({ fault: OWN_FAULT }).execute();
      assert.match((await nexts())[1] ?? '', /^look in the log of a serving process/);
      await kysely.updateTable('refunds').set({ provider_reference: null, fault: null }).execute();
      await kysely.updateTable('payments').set({ provider: 'razorpay' }).execute();
      await kysely.updateTable('refunds').set({ provider: 'razorpay' }).execute();
      const former = await nexts();
      for (const next of former)
        assert.match(
          next ?? '',
          /^with the settings of razorpay .*: flight-offset-gateway payments reconcile(;|$)/,
        );
      assert.match(former[1] ?? '', /closed: flight-offset-gateway refunds paid REFUND --unchecked$/);
      Object.assign(checked, { config: { ...checked.config, GATEWAY_PROVIDER: undefined } });
      assert.deepEqual(await nexts(), [own[0], own[1]?.replace('stripe', 'razorpay')], 'none is set here');
      provider.close();
      await store.db.close();
    });

    it('reports a provider that is not set or lacks a key, and a public URL without https', async () => {
      const { store, checked, provider } = await healthy();
      const look = async (environment: Record<string, string>): Promise<string[]> => {
        const given = { GATEWAY_MASTER_KEY: randomBytes(32).toString('base64'), ...environment };
        const config = readConfig(given, { sandbox: false, command: 'manage' });
        return wrong(await runChecks({ ...checked, config }));
      };
      const without = ['Payment provider accepts its key', 'Public URL uses https'];
      assert.deepEqual(
        await look({}),
        without.map((name) => `warning: ${name}`),
      );
      assert.deepEqual(
        await look({ GATEWAY_PROVIDER: 'razorpay', GATEWAY_PUBLIC_URL: 'http://pay.example' }),
        without.map((name) => `fault: ${name}`),
      );
      provider.close();
      await store.db.close();
    });
  }
});
