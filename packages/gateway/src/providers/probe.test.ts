import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { probeProvider } from './probe.ts';

it('a provider that does not respond is reported by the name of the time-out', async (t) => {
  const silent = await listenOnLoopback(createServer(() => {}));
  t.after(() => silent.close());
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  t.mock.method(AbortSignal, 'timeout', () => timeout(50));
  const config = readConfig(
    {
      GATEWAY_PROVIDER: 'stripe',
      GATEWAY_PROVIDER_API_URL: silent.url,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
    { sandbox: true },
  );
  assert.equal(await probeProvider(config), 'cannot be reached (TimeoutError)');
});
