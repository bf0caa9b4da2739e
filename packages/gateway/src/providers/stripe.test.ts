import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stripeProvider } from './stripe.ts';

it('a call to Stripe ends after three tries of 15 seconds where no connection is made', async (t) => {
  const tried: number[] = [];
  let now = 0;
  t.mock.method(globalThis, 'fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    tried.push(now);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const apiUrl = 'https://127.0.0.1:1';
  const provider = stripeProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
  const call = assert.rejects(provider.close({ reference: 'cs_1' }), { name: 'ProviderError' });
  for (; now < 60; now += 1) {
    t.mock.timers.tick(1000);
    for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
  }
  await call;
  assert.equal(tried.length, 3);
  assert.ok((tried[2] ?? 0) < 45);
});
