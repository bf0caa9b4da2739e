/** The guide of the gateway says what is there: variables and endpoints. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
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
