import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../console.ts';
import { findings } from '../parts/findings.ts';
import type { MerchantSummary } from '../service/merchant.ts';
import { fakeService } from '../testing/fake-service.ts';

/** The page of the merchants, to an operator. */
async function pageOf(list: readonly MerchantSummary[], query = ''): Promise<string> {
  const service = fakeService();
  const merchants = { ...service.merchants, list: async () => list };
  const orders = { ...service.orders, locate: async () => undefined };
  const headers = { cookie: '__Host-console_session=operator' };
  const request = new Request(`https://pay.example/console${query}`, { headers });
  const run = createConsole({ ...service, merchants, orders });
  return (await run({ request, body: new Uint8Array(), address: '' })).text();
}

/** Names on a page, from above. */
const namesOn = (page: string): string[] =>
  [...page.matchAll(/<a class="row" [^>]*>([^<]+)</g)].map(([, name = '']) => name);

const MANY = Array.from({ length: 21 }, (_, index) => ({ id: `mer_${index}`, name: `Air ${index}` }));

it('merchants are sorted by name, with numbers in order and without regard to case', async () => {
  const names = ['Zed Air', 'air 10', 'Air 2', 'élan'];
  const page = await pageOf(names.map((name, id) => ({ id: `mer_${id}`, name })));
  assert.deepEqual(namesOn(page), ['Air 2', 'air 10', 'élan', 'Zed Air']);
});

it("an operator finds an order of any merchant by the provider's payment id", async () => {
  const service = fakeService();
  const searched: string[] = [];
  const locate = async (search: string) => {
    searched.push(search);
    return { merchantId: 'mer_1', orderId: 'ord_1' };
  };
  const merchants = { ...service.merchants, list: async () => MANY };
  const run = createConsole({ ...service, merchants, orders: { ...service.orders, locate } });
  const placeOf = async (role: string, search: string): Promise<string | null> => {
    const request = new Request(`https://pay.example/console?search=${search}`, {
      headers: { cookie: `__Host-console_session=${role}` },
    });
    return (await run({ request, body: new Uint8Array(), address: '' })).headers.get('location');
  };
  assert.equal(await placeOf('operator', 'pi_3Qx'), '/console/merchants/mer_1/orders/ord_1');
  assert.equal(await placeOf('operator', 'Air+2'), null, 'a merchant of that name comes first');
  assert.notEqual(await placeOf('admin', 'pi_3Qx'), '/console/merchants/mer_1/orders/ord_1');
  assert.deepEqual(searched, ['pi_3Qx']);
});

it('the orders that a finding names are links', async () => {
  const id = 'ord_01M8MNXQ4VA84Z9XP3BMDCBSGK';
  const finding = {
    name: 'n',
    state: 'fault',
    detail: `of <b> ${id}, ${id} (503)`,
    next: undefined,
  } as const;
  const link = `<a href="/console?search=${id}">${id}</a>`;
  assert.ok(
    String(await findings([finding], '/console?search=')).includes(`of &lt;b&gt; ${link}, ${link} (503)`),
  );
});

it('a search narrows merchants by a part of their name or identifier', async () => {
  assert.ok((await pageOf(MANY)).includes('name="search"'));
  assert.ok(!(await pageOf([])).includes('name="search"'), 'of none they are not');
  assert.deepEqual(namesOn(await pageOf(MANY, '?search=+AIR+1')), [
    'Air 1',
    ...Array.from({ length: 10 }, (_, index) => `Air ${10 + index}`),
  ]);
  assert.deepEqual(namesOn(await pageOf(MANY, '?search=MER_20')), ['Air 20']);
  const none = await pageOf(MANY, '?search=%22%3Cb%3E');
  assert.ok(none.includes('No merchant matches, ') && none.includes('value="&quot;&lt;b&gt;"'));
});
