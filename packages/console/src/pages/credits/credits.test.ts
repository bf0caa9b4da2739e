import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { fakeService } from '../../testing/fake-service.ts';

it('the stock of a lot labels its sold credits as allocated or retired', async () => {
  const service = fakeService();
  const lot = {
    id: 'wind-2024',
    project: 'Wind power',
    registry: 'Verra',
    product: 'carbon_credits' as const,
    total: 10_000_000,
    reserved: 0,
    allocated: 4_000_000,
  };
  const credits: typeof service.credits = {
    ...service.credits,
    stock: async () => [lot],
    due: async () => [],
    portfolios: async () => [],
    batches: async () => [],
  };
  const run = createConsole({ ...service, credits });
  const headers = { cookie: '__Host-console_session=operator' };
  const request = new Request('https://pay.example/console/credits', { headers });
  const text = await (await run({ request, body: new Uint8Array(), address: '' })).text();
  assert.match(text, /Allocated or retired/);
  assert.match(text, /Nothing is due/);
});
