import assert from 'node:assert/strict';
import { runConformance } from '@flight-offset/core/conformance';
import { SANDBOX } from '../sandbox.ts';

/**
 * Asserts that gateways with the sandbox's credentials conform to the interface and the decisions.
 * @param gateways on one database; each request goes to the next of them.
 */
export async function assertConforms(...gateways: readonly { readonly url: string }[]): Promise<void> {
  let turn = 0;
  const results = await runConformance({
    baseUrl: 'http://any.example',
    emissionsUrl: 'http://any.example',
    apiKey: SANDBOX.apiKey,
    signingKey: { scheme: 'hmac-sha256', secret: SANDBOX.secret },
    platformId: SANDBOX.platformId,
    fetch(url, init) {
      turn += 1;
      return fetch(new URL(url.pathname + url.search, gateways[turn % gateways.length]?.url), init);
    },
  });
  assert.deepEqual(
    results.filter(({ passed }) => !passed).map(({ claim, actual }) => `${claim}: ${actual}`),
    [],
  );
  assert.ok(results.length > 40);
}
