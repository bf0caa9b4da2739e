/** The guides for operators match the gateway: variables with their defaults, endpoints, events, metrics, codes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { CHECKOUT_ERRORS, ERROR_CODES } from '@flight-offset/core';
import { SANDBOX } from '@flight-offset/gateway';
import { entryHash } from '../../packages/gateway/src/audit/entry-hash.ts';
import { DRAIN_SECONDS } from '../../packages/gateway/src/cli/commands/serve.ts';
import { readConfig } from '../../packages/gateway/src/config.ts';
import { PROVIDER_VARIABLES } from '../../packages/gateway/src/config-checks.ts';
import {
  type ExternalProvider,
  REAL_PROVIDERS,
  VARIABLES,
} from '../../packages/gateway/src/config-schema.ts';
import { RAZORPAY_EVENTS } from '../../packages/gateway/src/providers/razorpay-reports.ts';
import { STRIPE_EVENTS } from '../../packages/gateway/src/providers/stripe-reports.ts';
import { startGatewayProcess } from './gateway.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const configuration = read('../reference/configuration.md');

/** Default of each variable as its row of a table states it; undefined if it states none. */
const statedDefaults = new Map(
  [...configuration.matchAll(/^\| `([A-Z_]+)` \|(?: `([^`]+)`)? \|/gm)].map(([, name = '', value]) => [
    name,
    value,
  ]),
);

let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;

before(async () => {
  // As compose files write an unset variable.
  gateway = await startGatewayProcess({ GATEWAY_RATE_LIMIT: '' });
});

after(async () => {
  await gateway?.close();
});

test('the page on configuration has every variable, and no other', () => {
  assert.deepEqual([...statedDefaults.keys()].sort(), [...VARIABLES].sort());
});

test('the page on configuration states the defaults that the gateway has', () => {
  const key = Buffer.alloc(32, 1).toString('base64');
  const config = readConfig({ GATEWAY_MASTER_KEY: key }, { sandbox: false, command: 'manage' });
  const values = new Map<string, unknown>([
    ...Object.entries(config),
    // Other modules decide these, from the values stated here.
    ['GATEWAY_CONSOLE', config.console ? 1 : 0],
    ['GATEWAY_DRAIN_SECONDS', DRAIN_SECONDS],
    ['GATEWAY_DATABASE_FILE_MODE', config.GATEWAY_DATABASE_FILE_MODE.toString(8)],
    // The key is given, and a limit as high as this one limits nothing.
    ['GATEWAY_MASTER_KEY', undefined],
    ['GATEWAY_MAX_PENDING_TONNES', undefined],
  ]);
  for (const [name, stated] of statedDefaults)
    assert.equal(stated, values.get(name)?.toString(), `default of ${name}`);
});

test('the page on configuration states the rate limit of a sandbox', async () => {
  const [, stated] = /`GATEWAY_RATE_LIMIT` .*with `--sandbox` (\d+)/.exec(configuration) ?? [];
  const { headers } = await fetch(`${gateway.url}/offset-gateway/orders`, {
    headers: { 'x-api-key': SANDBOX.apiKey },
  });
  assert.equal(headers.get('ratelimit-policy'), `"default";q=${stated};w=60`);
});

test('every endpoint in the guides for operators responds', async () => {
  const guides = ['gateway', 'monitoring', 'retirements'].map((name) => read(`../guide/${name}.md`)).join();
  const paths = [...guides.matchAll(/`(?:GET )?(\/[\w./-]+)`/g)].map(([, path = '']) => path);
  assert.ok(paths.length >= 6);
  const headers = { 'x-api-key': SANDBOX.apiKey };
  for (const path of paths) assert.equal((await fetch(gateway.url + path, { headers })).status, 200, path);
});

const EVENTS: Readonly<Record<ExternalProvider, Iterable<string>>> = {
  stripe: STRIPE_EVENTS,
  razorpay: RAZORPAY_EVENTS,
};

test('the guide to providers names every provider, with each event that it has to send', () => {
  const guide = read('../guide/payment-providers.md');
  for (const [provider, events] of Object.entries(EVENTS)) {
    assert.ok(guide.includes(`GATEWAY_PROVIDER=${provider}`), provider);
    for (const name of events) assert.ok(guide.includes(`\`${name}\``), name);
  }
});

test('the lists of settings name every provider and its keys', () => {
  const readme = read('../../packages/gateway/README.md');
  for (const page of [configuration, readme]) {
    const row = /^\| `GATEWAY_PROVIDER` .*$/m.exec(page)?.[0] ?? '';
    for (const name of REAL_PROVIDERS) assert.ok(row.includes(`\`${name}\``), name);
  }
  for (const name of PROVIDER_VARIABLES) assert.ok(readme.includes(`\`${name}\``), name);
  assert.ok(readme.includes(`{${Object.keys(EVENTS).join('|')}}/events`), 'the URL of events');
});

test('the page on monitoring names every metric of the gateway, and no other', async () => {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const served = [...text.matchAll(/^# HELP (flight_offset_\w+)/gm)].map(([, name = '']) => name);
  const named = read('../guide/monitoring.md').match(/\bflight_offset_\w+/g) ?? [];
  // Connections are counted only on PostgreSQL, which this gateway does not use.
  assert.deepEqual([...new Set(named)].sort(), [...served, 'flight_offset_database_connections'].sort());
});

test('the hash of an entry of the audit log is made of the columns that its guide lists', () => {
  const entry = {
    merchant_id: 'mer_1',
    number: 2,
    at: 1_795_887_469_000,
    channel: 'cli',
    actor: '',
    action: 'merchant.changed',
    subject: 'mer_1',
    before: '{"accent":null}',
    after: '{"accent":"#2346c7"}',
    name_hash: null,
    previous: 'ab',
  } as const;
  const listed = [...read('../guide/audit-log.md').matchAll(/^\d\. (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.split('made in')[0]!.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  const columns = listed.filter((name) => name !== 'null');
  assert.deepEqual(columns.toSorted(), Object.keys(entry).toSorted());
  const values = columns.map((name) => entry[name as keyof typeof entry]);
  assert.equal(entryHash(entry), createHash('sha256').update(JSON.stringify(values)).digest('hex'));
});

test('every claim of a signed receipt is in its guide', () => {
  const source = read('../../packages/gateway/src/receipts/sign.ts');
  const [, claims = ''] = /interface ReceiptClaims \{\n(.+?)\n\}/s.exec(source) ?? [];
  const names = [...claims.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name);
  const guide = read('../guide/receipts.md');
  assert.ok(names.length > 15);
  assert.deepEqual(
    names.filter((name) => !guide.includes(`\`${name}\``)),
    [],
  );
});

test('troubleshooting names codes that exist', () => {
  const page = read('../guide/troubleshooting.md');
  const codes = [...page.matchAll(/\b[45]\d{4}\b/g)].map(([code]) => code);
  assert.ok(codes.length >= 12);
  for (const code of codes) assert.ok(Object.hasOwn(ERROR_CODES, code), code);
  const rows = page.split('## Your backend')[1]?.split('\n## ')[0] ?? '';
  for (const [, code = ''] of rows.matchAll(/^\| `([a-z_]+)`/gm))
    assert.ok(Object.hasOwn(CHECKOUT_ERRORS, code), code);
});
