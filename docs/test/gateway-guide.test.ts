/** The guide of the gateway says what is there: variables and endpoints. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { CHECKOUT_ERRORS, ERROR_CODES } from '@flight-offset/core';
import { SANDBOX } from '@flight-offset/gateway';
import { RAZORPAY_EVENTS } from '../../packages/gateway/src/providers/razorpay-reports.ts';
import { STRIPE_EVENTS } from '../../packages/gateway/src/providers/stripe-reports.ts';
import { startGatewayProcess } from './gateway.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../guide/gateway.md');
const names = (text: string): string[] =>
  [...new Set(text.match(/\b(?:GATEWAY|DATABASE)_[A-Z_]+\b/g))].sort();

let gateway: Awaited<ReturnType<typeof startGatewayProcess>>;

before(async () => {
  gateway = await startGatewayProcess();
});

after(async () => {
  await gateway?.close();
});

test('every variable of the configuration is in the guide, and no other', () => {
  assert.deepEqual(names(guide), names(read('../../packages/gateway/src/config.ts')));
});

test('every endpoint in the guide responds', async () => {
  const paths = [...guide.matchAll(/`(?:GET )?(\/[\w./-]+)`/g)].map(([, path = '']) => path);
  assert.ok(paths.length >= 4);
  const headers = { 'x-api-key': SANDBOX.apiKey };
  for (const path of paths) assert.equal((await fetch(gateway.url + path, { headers })).status, 200, path);
});

test('every event that a provider has to send is in the guide', () => {
  for (const name of [...STRIPE_EVENTS, ...RAZORPAY_EVENTS]) assert.ok(guide.includes(`\`${name}\``), name);
});

test('the page on monitoring names every metric of the gateway, and no other', async () => {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const served = [...text.matchAll(/^# HELP (gateway_\w+)/gm)].map(([, name = '']) => name);
  const named = read('../guide/monitoring.md').match(/\bgateway_\w+/g) ?? [];
  // Connections are counted on PostgreSQL only, which this gateway does not use.
  assert.deepEqual([...new Set(named)].sort(), [...served, 'gateway_database_connections'].sort());
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
