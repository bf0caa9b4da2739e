import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../console.ts';
import type { MerchantSummary } from '../service/merchant.ts';
import { fakeService } from '../testing/fake-service.ts';

/** The page of the merchants, to an operator. */
async function pageOf(list: readonly MerchantSummary[], query = ''): Promise<string> {
  const service = fakeService();
  const merchants = { ...service.merchants, list: async () => list };
  const headers = { cookie: '__Host-console_session=operator' };
  const request = new Request(`https://pay.example/console${query}`, { headers });
  const run = createConsole({ ...service, merchants });
  return (await run({ request, body: new Uint8Array(), address: '' })).text();
}

/** Names on a page, from above. */
const namesOn = (page: string): string[] =>
  [...page.matchAll(/<a class="row" [^>]*>([^<]+)</g)].map(([, name = '']) => name);

const MANY = Array.from({ length: 21 }, (_, index) => ({ id: `mer_${index}`, name: `Air ${index}` }));

it('merchants stand as people order names, however the database does', async () => {
  const names = ['Zed Air', 'air 10', 'Air 2', 'élan'];
  const page = await pageOf(names.map((name, id) => ({ id: `mer_${id}`, name })));
  assert.deepEqual(namesOn(page), ['Air 2', 'air 10', 'élan', 'Zed Air']);
});

it('of many merchants some are searched for, by a part of the name or of the identifier', async () => {
  assert.ok((await pageOf(MANY)).includes('name="search"'));
  assert.ok(!(await pageOf(MANY.slice(1))).includes('name="search"'), 'of few they are not');
  assert.deepEqual(namesOn(await pageOf(MANY, '?search=+AIR+1')), [
    'Air 1',
    ...Array.from({ length: 10 }, (_, index) => `Air ${10 + index}`),
  ]);
  assert.deepEqual(namesOn(await pageOf(MANY, '?search=MER_20')), ['Air 20']);
  const none = await pageOf(MANY, '?search=%22%3Cb%3E');
  assert.ok(none.includes('No merchant matches.') && none.includes('value="&quot;&lt;b&gt;"'));
});
