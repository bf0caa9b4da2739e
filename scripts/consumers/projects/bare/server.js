// A backend that uses the packages, on any version of Node.
import assert from 'node:assert/strict';
import { parse } from '@flight-offset/core';
import { openApiDocument } from '@flight-offset/core/openapi';
import { OffsetClient } from '@flight-offset/core/server';
import { createFakeService, someFlight } from '@flight-offset/core/testing';
import { estimateFlights } from '@flight-offset/emissions';
import * as lite from '@flight-offset/emissions/lite';
import { createOffsetHandler } from '@flight-offset/server';

// The widget must be importable for server-side rendering.
await import('@flight-offset/elements');
await import('@flight-offset/elements/define/flight-offset-widget');

const flight = someFlight();
const [full] = estimateFlights([flight]);
const [small] = lite.estimateFlights([flight]);
assert.ok(full.emissionsGramsPerPax.economy > 0 && small.emissionsGramsPerPax.economy > 0);

const { fetch } = createFakeService({ emissions: (one) => estimateFlights([one])[0].emissionsGramsPerPax });
const service = new OffsetClient({
  baseUrl: 'https://fake.example',
  apiKey: 'sandbox-key',
  signingKey: 'sandbox-secret',
  platformId: 'sandbox-platform',
  fetch,
});
const handler = createOffsetHandler({ service, quoteSecret: 'a secret of thirty-two characters' });
const response = await handler(
  new Request('https://shop.example/offset/quote', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify({ flights: [flight] }),
  }),
);
const quote = await response.json();
assert.equal(quote.status, 'ready', JSON.stringify(quote));
assert.equal(typeof parse, 'function');
assert.equal(openApiDocument().openapi, '3.1.0');

if (Number(process.versions.node.split('.')[0]) >= 22) {
  const { startGateway } = await import('@flight-offset/gateway');
  const gateway = await startGateway({ port: 0, databaseUrl: 'sqlite::memory:', sandbox: true });
  assert.equal((await globalThis.fetch(`${gateway.url}/healthz`)).status, 200);
  await gateway.close();
}
console.log('sound');
