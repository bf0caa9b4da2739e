import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listAudit } from '../audit/list.ts';
import { verifyAudit } from '../audit/verify.ts';
import { listPeople } from '../console/people.ts';
import { createPlatform } from '../merchants/create-platform.ts';
import { createOrder } from '../orders/create.ts';
import { SANDBOX } from '../sandbox.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Ended, runCommand } from '../testing/command-line.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { noteFailure } from '../webhooks/endpoint.ts';
import { COMMANDS } from './commands.ts';

/** Commands that change nothing an auditor could question. */
const READS = [
  'audit list',
  'audit verify',
  // A copy changes nothing; what is restored holds the log of its time.
  'backup',
  'restore',
  'console people',
  'doctor',
  'keys list',
  'merchants list',
  'orders show',
  'payments unclaimed',
  'payouts export',
  'payouts journal',
  'payouts list',
  'payouts unmatched',
  'platforms list',
  'portfolios list',
  'projects list',
  'receipts keys list',
  'retirements list',
  'retirements plan',
  // What it does by itself is no change by staff; what staff do through it is recorded there.
  'serve',
  'statements list',
  'statements pdf',
  'statements show',
  'users export',
  'webhooks list',
];

/** What a command is run with, and the actions it has to record. */
interface Scenario {
  /** Arguments after the words of the command. */
  args(): Promise<string[]> | string[];
  readonly records: readonly string[];
  /** Run with `--sandbox`. */
  readonly sandbox?: boolean;
}

describe('every command that writes', () => {
  let folder = '';
  let store: TestStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-audited-'));
    store = await openStore(`sqlite:${join(folder, 'gateway.sqlite')}`);
    store.setNow(Date.now() - 1000);
  });
  after(async () => {
    await store.db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]): Promise<Ended> =>
    runCommand(
      {
        DATABASE_URL: `sqlite:${join(folder, 'gateway.sqlite')}`,
        GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        SUDO_USER: 'olivia',
      },
      ...args,
    );

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
  const catalogue = {
    projects: [
      {
        id: 'solar',
        name: 'Test solar',
        registry: 'Verra',
        project_id: 'VCS-9',
        category: 'Renewable energy',
        type: 'Solar',
        public_url: 'https://example.com/t-9',
        price_per_tonne: 900,
        lots: [{ id: 'solar-2024', serial_prefix: 'T-9', grams: 1e9 }],
      },
    ],
  };

  const WRITES: Readonly<Record<string, Scenario>> = {
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
    'platforms create': { args: () => [MERCHANT], records: ['platform.created'] },
    'keys create': { args: () => [MERCHANT, '--label', 'one'], records: ['api_key.created'] },
    'keys rotate': { args: async () => [await apiKey()], records: ['api_key.created'] },
    'keys revoke': { args: async () => [await apiKey()], records: ['api_key.revoked'] },
    'keys reencrypt': { args: () => [], records: ['encryption.rotated'] },
    'webhooks rotate': { args: () => [MERCHANT], records: ['webhook_signing.rotated'] },
    'webhooks redeliver': { args: async () => [await paid()], records: ['webhooks.redelivered'] },
    'webhooks enable': {
      async args() {
        const url = 'https://merchant.example/gone?order=private';
        await inTransaction(store.db, (tx) => noteFailure(tx, MERCHANT, url, Date.now(), true));
        return [MERCHANT, url];
      },
      records: ['webhook_endpoint.enabled'],
    },
    'portfolios create': {
      args: () => ['wind-only', '--name', 'Wind', '--parts', 'wind:1'],
      records: ['portfolio.created'],
    },
    'portfolios set': {
      args: () => ['wind-only', '--name', 'Wind power'],
      records: ['portfolio.changed'],
    },
    'portfolios offer': { args: () => ['wind-only'], records: ['portfolio.offered'] },
    'portfolios withdraw': { args: () => ['wind-only'], records: ['portfolio.withdrawn'] },
    'projects import': {
      args: async () => [await file('projects.json', JSON.stringify(catalogue))],
      records: ['project.imported'],
    },
    'orders expire': { args: async () => [await ordered()], records: ['order.expired'] },
    'orders refund': {
      args: async () => [await paid(), '--reason', 'requested by traveller@example.com'],
      records: ['refund.requested'],
    },
    'payments reconcile': { args: () => [], records: ['payments.reconciled'], sandbox: true },
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
    'retirements publish': { args: () => [], records: [] },
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
      records: ['audit.names_erased', 'audit.names_erased', 'audit.names_erased'],
    },
  };

  it('is listed here, and so is every one that reads', () => {
    const names = COMMANDS.map(({ words }) => words.join(' ')).sort();
    assert.deepEqual([...READS, ...Object.keys(WRITES)].sort(), names);
  });

  for (const [name, { args, records, sandbox }] of Object.entries(WRITES)) {
    it(`${name} records ${records.join(', ') || 'nothing where nothing changes'}`, async () => {
      const given = await args();
      const had = name === 'migrate' ? 0 : (await verifyAudit(store.db)).entries;
      const { code, err } = await run(...name.split(' '), ...given, ...(sandbox ? ['--sandbox'] : []));
      assert.equal(code, 0, err);
      const { entries, faults } = await verifyAudit(store.db);
      assert.deepEqual(faults, []);
      const added = (await listAudit(store.db, { limit: 1000 }))
        .sort((a, b) => b.at - a.at)
        .slice(0, entries - had);
      assert.deepEqual(added.map(({ action }) => action).sort(), [...records].sort());
      for (const entry of added) {
        assert.equal(entry.channel, 'cli');
        if (entry.action !== 'audit.names_erased') assert.equal(entry.name, 'olivia');
      }
    });
  }

  it('leaves no person, no secret and no query of a URL in the log', async () => {
    const entries = await listAudit(store.db, { limit: 1000 });
    assert.ok(entries.length > 20);
    assert.doesNotMatch(JSON.stringify(entries), /traveller|staff@|whsec_|fo_|private|secret|olivia/);
  });
});
