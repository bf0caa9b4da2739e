/** Runs of each command of the gateway in tests, on a store that has something of everything. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPeople } from '../console/people.ts';
import { createPlatform } from '../merchants/create-platform.ts';
import { createOrder } from '../orders/create.ts';
import { createPortfolio } from '../projects/manage-portfolios.ts';
import { SANDBOX } from '../sandbox.ts';
import { newId } from '../store/ids.ts';
import { inTransaction } from '../store/transaction.ts';
import { disableEndpoint } from '../webhooks/endpoint.ts';
import { createPaidOrder, refundRows } from './bank.ts';
import { retirement } from './retired-orders.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from './store.ts';

/** One command in a test. Later commands in the table find its changes. */
export interface CommandScenario {
  /** Arguments after the words of the command. */
  args(): Promise<string[]> | string[];
  /** Actions it records in the audit log. */
  readonly records: readonly string[];
  /** Run with `--sandbox`. */
  readonly sandbox?: true;
  /** Ends with exit code 1. */
  readonly fails?: true;
  /** Its output, if that is neither for people nor JSON. */
  readonly prints?: RegExp;
}

/** A store with commands to run on it. */
export interface CommandScenarios {
  readonly store: TestStore;
  /** Environment variables of the commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** By the words of the command, in the order to run them; without `serve` and `restore`. */
  readonly scenarios: Readonly<Record<string, CommandScenario>>;
  close(): Promise<void>;
}

const CATALOGUE = {
  projects: [
    {
      id: 'solar',
      name: 'Test solar',
      registry: 'Verra',
      project_id: 'VCS-9',
      category: 'Renewable energy',
      type: 'Solar',
      public_url: 'https://example.com/t-9',
      descriptions: { en: 'Solar panels.' },
      price_per_tonne: 900,
      lots: [{ id: 'solar-2024', serial_prefix: 'T-9', grams: 1e9 }],
    },
  ],
};

/** Opens a store on a file, and prepares each command to run on it. */
export async function openCommandScenarios(): Promise<CommandScenarios> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-commands-'));
  const store = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
  store.setNow(Date.now() - 1000);
  const ordered = async (email?: string): Promise<string> => {
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, ...(email && { user: { email } }) };
    const callback_url = 'https://merchant.example/n';
    return JSON.parse((await createOrder(store.context, MERCHANT, { ...input, callback_url })).body).order_id;
  };
  const paid = async (email?: string): Promise<string> => {
    const id = await ordered(email);
    await settleOrder(store, id, 'completed');
    return id;
  };
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const apiKey = async (): Promise<string> => {
    const rows = await store.db.kysely
      .selectFrom('api_keys')
      .select('id')
      .where('revoked_at', 'is', null)
      .execute();
    return rows[0]?.id ?? '';
  };
  const { kysely } = store.db;
  const statement = async (): Promise<string> =>
    (await kysely.selectFrom('statements').select('id').executeTakeFirstOrThrow()).id;
  const failedWebhook = async (): Promise<string> => {
    const order = await paid();
    const given_up = { state: 'dead', created_at: Date.now() } as const;
    await kysely.updateTable('deliveries').set(given_up).where('order_id', '=', order).execute();
    const { id } = await kysely
      .selectFrom('deliveries')
      .select('id')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow();
    const attempt = { merchant_id: MERCHANT, delivery_id: id, attempt: 1, at: Date.now(), duration_ms: 12 };
    const response = { status: 500, outcome: 'rejected', excerpt: '{"error":"no"}' };
    await kysely
      .insertInto('delivery_attempts')
      .values({ ...attempt, ...response })
      .execute();
    return id;
  };
  const payment = async (): Promise<void> => {
    const order_id = await ordered();
    const amount = { currency: 'INR', amount_minor: 100, state: 'started', redirect_url: null } as const;
    const times = { created_at: Date.now(), updated_at: Date.now() };
    const id = newId('pay');
    const named = { merchant_id: MERCHANT, id, order_id, provider: 'stripe', reference: id };
    await kysely
      .insertInto('payments')
      .values({ ...named, ...amount, ...times, payment_reference: null })
      .execute();
  };
  const failedRequest = async (): Promise<void> => {
    const request = {
      merchant_id: MERCHANT,
      id: newId('req'),
      request_id: 'r-1',
      at: Date.now(),
      method: 'POST',
    };
    const response = { route: '/offset-gateway/orders', status: 400, code: 40001, duration_ms: 3 };
    await kysely
      .insertInto('failed_requests')
      .values({ ...request, ...response, message: 'emission_amount is missing' })
      .execute();
  };
  const person = async (): Promise<void> => {
    const named = { merchant_id: MERCHANT, id: newId('per'), role: 'viewer', name: 'Ravi', subject: null };
    await kysely
      .insertInto('console_people')
      .values({ ...named, email_key: 'ravi@air.example', created_at: Date.now() })
      .execute();
  };
  const reads = (...args: string[]): CommandScenario => ({ args: () => args, records: [] });
  const today = new Date().toISOString().slice(0, 10);
  const scenarios: Readonly<Record<string, CommandScenario>> = {
    migrate: {
      async args() {
        await store.db.kysely
          .deleteFrom('schema_migrations' as 'settings')
          .where('name' as never, '=', '0011-audit' as never)
          .execute();
        for (const table of ['audit_log', 'audit_names', 'audit_heads'])
          await store.db.kysely.schema.dropTable(table).execute();
        return [];
      },
      records: ['database.migrated'],
    },
    'merchants create': {
      args: () => ['Example Air', '--accent', '#2346c7'],
      records: ['merchant.created', 'audit.chain_started'],
    },
    'merchants set': {
      args: () => [MERCHANT, '--settlement', 'merchant', '--limit', 'EUR:500'],
      records: ['merchant.changed', 'audit.chain_started'],
    },
    'merchants remove': {
      async args() {
        await addMerchant(store.db, 'mer_by_mistake');
        return ['mer_by_mistake'];
      },
      records: ['merchant.removed', 'audit.chain_started'],
    },
    'platforms create': { args: () => [MERCHANT], records: ['platform.created'] },
    'platforms remove': {
      async args() {
        await createPlatform(store.db, MERCHANT, 'plt_by_mistake');
        return ['plt_by_mistake'];
      },
      records: ['platform.removed'],
    },
    'keys create': { args: () => [MERCHANT, '--label', 'one'], records: ['api_key.created'] },
    'keys rotate': { args: async () => [await apiKey()], records: ['api_key.created'] },
    'keys revoke': { args: async () => [await apiKey()], records: ['api_key.revoked'] },
    'keys reencrypt': { args: () => [], records: ['encryption.rotated'] },
    'webhooks rotate': { args: () => [MERCHANT], records: ['webhook_signing.rotated'] },
    'webhooks redeliver': { args: async () => [await paid()], records: ['webhooks.redelivered'] },
    'webhooks replay': {
      async args() {
        await failedWebhook();
        return [MERCHANT, '--from', today, '--to', today];
      },
      records: ['webhooks.redelivered'],
    },
    'webhooks enable': {
      async args() {
        const url = 'https://merchant.example/gone?order=private';
        await inTransaction(store.db, (tx) => disableEndpoint(tx, MERCHANT, url, Date.now()));
        return [MERCHANT, url];
      },
      records: ['webhook_endpoint.enabled'],
    },
    'portfolios create': {
      args: () => ['wind-only', '--name', 'Wind', '--parts', 'wind:1'],
      records: ['portfolio.created'],
    },
    'portfolios set': {
      args: async () => {
        const descriptions = await file('descriptions.json', JSON.stringify({ en: 'Wind turbines.' }));
        return ['wind-only', '--name', 'Wind power', '--descriptions', descriptions];
      },
      records: ['portfolio.changed'],
    },
    'portfolios offer': { args: () => ['wind-only'], records: ['portfolio.offered'] },
    'portfolios withdraw': { args: () => ['wind-only'], records: ['portfolio.withdrawn'] },
    'portfolios remove': {
      async args() {
        const parts = [{ project: 'wind', share: 1 }];
        await createPortfolio(store.db, { id: 'by-mistake', name: 'Wnid', parts }, 0);
        return ['by-mistake'];
      },
      records: ['portfolio.removed'],
    },
    'projects import': {
      args: async () => [await file('projects.json', JSON.stringify(CATALOGUE))],
      records: ['project.imported'],
    },
    'orders expire': { args: async () => [await ordered()], records: ['order.expired'] },
    'orders refund': {
      args: async () => [await paid(), '--reason', 'requested by traveller@example.com'],
      records: ['refund.requested'],
    },
    'payments reconcile': { args: () => [], records: ['payments.reconciled'], sandbox: true },
    'refunds paid': {
      async args() {
        const [refund] = await refundRows(store, await createPaidOrder(store, { money: 'a', minor: 1500 }));
        return [refund?.id ?? '', '--reference', 'transfer 17', '--unchecked'];
      },
      records: ['refund.paid'],
    },
    'payments resolve': {
      async args() {
        const row = { provider: 'stripe', reference: 'cs_1', received_at: 1, resolved_at: null };
        const unknown = { payment_reference: null, currency: 'EUR', amount_minor: 100, named_order: null };
        await store.db.kysely
          .insertInto('unclaimed_payments')
          .values({ ...row, ...unknown })
          .execute();
        return ['cs_1'];
      },
      records: ['unclaimed_payment.resolved'],
    },
    'payouts import': {
      args: async () => [
        await file(
          'report.csv',
          await readFile(new URL('../payouts/fixtures/stripe.csv', import.meta.url), 'utf8'),
        ),
        ...['--provider', 'stripe'],
      ],
      records: ['payouts.imported'],
    },
    'payouts resolve': { args: () => ['txn_1'], records: ['payout_line.resolved'] },
    'payouts received': {
      args: () => ['po_1', '--amount', 'EUR:53.77', '--provider', 'stripe'],
      records: ['payout.received'],
    },
    'payouts remove': {
      async args() {
        const known = await kysely.selectFrom('payout_lines').selectAll().executeTakeFirstOrThrow();
        await kysely
          .insertInto('payout_lines')
          .values({ ...known, id: 'txn_9', payout: 'po_9' })
          .execute();
        return ['po_9', '--provider', 'stripe'];
      },
      records: ['payout.removed'],
    },
    'statements close': {
      async args() {
        const line = {
          merchant_id: MERCHANT,
          id: 'o1',
          kind: 'order' as const,
          product: 'carbon_credits' as const,
          order_id: 'o1',
          reference: null,
        };
        const amount = { currency: 'EUR', amount_minor: 100, grams: 1, created_at: Date.UTC(2026, 0, 2) };
        await store.db.kysely
          .insertInto('statement_lines')
          .values({ ...line, ...amount, statement_id: null })
          .execute();
        return ['--merchant', MERCHANT, '--period', '2026-01'];
      },
      records: ['statement.closed'],
    },
    'statements paid': {
      async args() {
        const { id } = await store.db.kysely.selectFrom('statements').select('id').executeTakeFirstOrThrow();
        return [id];
      },
      records: ['statement.paid'],
    },
    'statements unpaid': {
      async args() {
        const { id } = await store.db.kysely.selectFrom('statements').select('id').executeTakeFirstOrThrow();
        return [id];
      },
      records: ['statement.unpaid'],
    },
    'registry import': {
      args: () => [
        fileURLToPath(new URL('../registries/fixtures/verra.csv', import.meta.url)),
        '--registry',
        'verra',
      ],
      records: ['registry.imported'],
    },
    'retirements record': {
      async args() {
        await paid();
        const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
        const serials = 'T-1-2024-1..T-1-2024-1';
        const known = ['--project', 'wind', '--tonnes', '1', '--serials', serials];
        return [...known, '--date', date, '--url', 'https://registry.example/1'];
      },
      records: ['retirement.recorded', 'retirement_batch.published'],
    },
    'retirements correct': {
      async args() {
        const { id } = await kysely.selectFrom('retirements').select('id').executeTakeFirstOrThrow();
        return [id, '--date', '2026-01-03', '--reason', 'Wrong date'];
      },
      records: ['retirement.corrected'],
    },
    'retirements remove': {
      async args() {
        const id = 'rtm_without_orders';
        const { project, tonnes, url } = retirement(1);
        const row = { id, project, tonnes, url, registry: 'Test Registry', retired_on: '2026-01-02' };
        await kysely
          .insertInto('retirements')
          .values({ ...row, grams_total: 1e6, created_at: 0 })
          .execute();
        return [id];
      },
      records: ['retirement.removed'],
    },
    'retirements publish': { ...reads(), prints: /^(?:Nothing found\.|\[\])$/ },
    'receipts keys rotate': { args: () => [], records: ['receipt_key.created'] },
    'users erase': {
      async args() {
        await paid('traveller@example.com');
        return ['traveller@example.com'];
      },
      records: ['person.erased'],
    },
    'sandbox remove': {
      async args() {
        await addMerchant(store.db, SANDBOX.merchantId);
        await createPlatform(store.db, SANDBOX.merchantId, SANDBOX.platformId);
        return [];
      },
      records: ['sandbox.removed'],
    },
    'console invite': {
      args: () => ['staff@merchant.example', '--merchant', MERCHANT, '--role', 'viewer'],
      records: ['console_person.invited'],
    },
    'console remove': {
      async args() {
        const [person] = await listPeople(store.db, MERCHANT);
        return [person?.id ?? '', '--merchant', MERCHANT];
      },
      records: ['console_person.removed'],
    },
    'audit erase': {
      args: () => ['olivia'],
      // One per chain: three merchants and the operator.
      records: Array(4).fill('audit.names_erased'),
    },
    'merchants list': reads(),
    'merchants show': reads(MERCHANT),
    'merchants overview': reads(MERCHANT),
    'platforms list': reads(),
    'keys list': reads(),
    'webhooks list': reads(),
    'webhooks show': { args: async () => [MERCHANT, await failedWebhook()], records: [] },
    'webhooks endpoints': reads(MERCHANT),
    'portfolios list': reads(),
    'projects list': reads(),
    'orders list': reads(MERCHANT),
    'orders export': { ...reads(MERCHANT), prints: /^order_id,/ },
    'orders show': { args: async () => [await paid('zoe@mail.example')], records: [] },
    'payments list': {
      async args() {
        await payment();
        return [MERCHANT];
      },
      records: [],
    },
    'payments unclaimed': reads('--all'),
    'payments overdue': {
      async args() {
        await kysely.updateTable('payments').set({ fault: 'Stripe sessions: 500', check_at: 0 }).execute();
        return [];
      },
      records: [],
    },
    'refunds list': reads(MERCHANT),
    'payouts list': reads(),
    'payouts unmatched': reads(),
    'payouts export': { ...reads(), prints: /^settled_on,/ },
    'payouts journal': { ...reads(), prints: /^date,/ },
    'statements list': reads(MERCHANT),
    'statements show': { args: async () => [MERCHANT, await statement()], records: [] },
    'statements pdf': {
      args: async () => [MERCHANT, await statement(), '--out', join(folder, 'statement.pdf')],
      records: [],
    },
    'retirements plan': reads(),
    'retirements list': reads(),
    'receipts keys list': reads(),
    'requests list': {
      async args() {
        await failedRequest();
        return [MERCHANT];
      },
      records: [],
    },
    'users export': reads('zoe@mail.example'),
    'console people': {
      async args() {
        await person();
        return ['--merchant', MERCHANT];
      },
      records: [],
    },
    'audit list': reads(),
    'audit verify': reads(),
    // One merchant has no webhook secret, and the report has money of orders that do not exist here.
    doctor: { ...reads(), fails: true },
    backup: reads(join(folder, 'backup.sqlite')),
  };
  return {
    store,
    environment: {
      DATABASE_URL: store.url,
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      GATEWAY_PUBLIC_URL: store.context.publicUrl,
      SUDO_USER: 'olivia',
    },
    scenarios,
    async close() {
      await store.db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
