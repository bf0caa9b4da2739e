import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { type Caller, callerOf } from '../testing/caller.ts';

const ORDERS = '/offset-gateway/orders';

describe('the choice of a payer', () => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    gateway = await startGateway({});
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  async function order(portfolio: string): Promise<{ id: string; path: string }> {
    const { json } = await caller.post(ORDERS, { emission_amount: 1000.5, portfolio });
    return { id: json.order_id, path: new URL(json.payment_url).pathname };
  }
  const pay = (id: string) => caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
  const read = async (path: string): Promise<string> => (await caller.raw(path)).text;
  const csvLine = async (id: string): Promise<Record<string, string>> => {
    const text = (await caller.get('/offset-gateway/exports/orders.csv')).text;
    const [head = '', ...lines] = text.split('\r\n');
    const cells = (lines.find((line) => line.startsWith(id)) ?? '').split(',');
    return Object.fromEntries(head.split(',').map((name, at) => [name, cells[at] ?? '']));
  };

  it('is a line per project on page, receipt and CSV, before and after payment', async () => {
    const { id, path } = await order('wind-and-mangroves');
    const parts = [
      'Your choice',
      'Sandbox wind and mangroves',
      '700.35 kg CO₂e',
      '300.15 kg CO₂e',
      'Wind turbines whose electricity replaces power from coal. \u2068Sandbox wind, Tamil Nadu, Sandbox Registry SBX-1851\u2069. India, vintage 2024',
      'SBX-2250\u2069. India, vintage 2025',
    ];
    for (const part of parts) assert.ok((await read(path)).includes(part), part);
    assert.ok((await read(`${path}?lang=hi`)).includes('पवन टर्बाइन'));
    await pay(id);
    const page = await read(path);
    for (const part of [...parts, 'Carbon credits allocated']) assert.ok(page.includes(part), part);
    const claims = decodeJwt(await read(`${path}/receipt.jws`));
    const credits = claims.credits as { project: { project_id: string }; grams: number }[];
    assert.deepEqual(
      credits.map(({ project, grams }) => [project.project_id, grams]),
      [
        ['SBX-2250', 300_150],
        ['SBX-1851', 700_350],
      ],
    );
    assert.equal((claims.project as { project_id: string }).project_id, 'SBX-1851');
    assert.equal(claims.portfolio, 'Sandbox wind and mangroves');
    const { portfolio, projects, tonnes, product } = await csvLine(id);
    assert.deepEqual(
      [portfolio, projects, tonnes, product],
      ['wind-and-mangroves', 'sandbox-mangroves:300150 sandbox-wind:700350', '1.0005', 'carbon_credits'],
    );
  });

  it('names fuel certificates as such, and counts them apart from carbon credits', async () => {
    const { id, path } = await order('aviation-fuel');
    const before = await read(path);
    assert.ok(before.includes('Aviation-fuel certificates to buy and retire'));
    assert.ok(before.includes('It does not reduce or cancel the emissions of your flight.'));
    await pay(id);
    const after = await read(path);
    assert.ok(after.includes('The certificates below are allocated to you.'));
    for (const page of [before, after]) {
      assert.doesNotMatch(page, /Carbon credits|No credits|credits below|One credit/);
      assert.match(page, /It is not a carbon credit\./);
    }
    const claims = decodeJwt(await read(`${path}/receipt.jws`));
    assert.deepEqual([claims.carbon_credits, claims.aviation_fuel], [0, 1.0005]);
    assert.equal((claims.credits as { product?: string }[])[0]?.product, 'aviation_fuel');
    const transaction = (await caller.get(`/marketplace/transactions/${claims.jti}`)).json;
    assert.deepEqual([transaction.carbon_credits, transaction.aviation_fuel], [0, 1.0005]);
    const line = await csvLine(id);
    assert.deepEqual([line.tonnes, line.aviation_fuel_tonnes, line.product], ['', '1.0005', 'aviation_fuel']);
    const { json } = await caller.get(`${ORDERS}/${id}`);
    assert.deepEqual([json.product, json.projects.length], ['aviation_fuel', 1]);
  });
});
