import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { listenOnLoopback } from '../testing/loopback.ts';
import { TEST_DIALECTS } from '../testing/provider-dialects.ts';
import { createProvider } from './create-provider.ts';

for (const { name, environment } of TEST_DIALECTS)
  it(`a call to ${name} ends with the limits that its caller states`, async () => {
    let requests = 0;
    const silent = await listenOnLoopback(
      createServer(() => {
        requests += 1;
      }),
    );
    const given = { ...environment, GATEWAY_PROVIDER: name, GATEWAY_PROVIDER_API_URL: silent.url };
    const config = readConfig(given, { sandbox: true });
    const provider = await createProvider(config, { timeoutMs: 50, retries: 0 });
    const refund = { cause: 'provider', provider_reference: 're_1' } as const;
    await assert.rejects(provider.findRefund(refund), { name: 'ProviderError' });
    assert.equal(requests, 1);
    await silent.close();
  });
