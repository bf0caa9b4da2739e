import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { orderSchema, parse, statementListSchema, statementWithLinesSchema } from '@flight-offset/core';
import { type RunningGateway, startGateway } from '../index.ts';
import { SANDBOX } from '../sandbox.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { pdfTexts } from '../testing/pdf-text.ts';

const ORDERS = '/offset-gateway/orders';
const STATEMENTS = '/offset-gateway/statements';

onBothEngines('settlement over HTTP', ({ database }) => {
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    gateway = await startGateway({ databaseUrl: await database() });
    caller = callerOf(gateway.url);
  });
  after(() => gateway.close());

  const create = async (body: object = {}): Promise<string> =>
    (await caller.post(ORDERS, { emission_amount: 1146, ...body })).json.order_id;

  it('completes a confirmed order, lists it with its settlement, and adds it to the open statement', async () => {
    const id = await create({ variant: 'compact-b', metadata: { channel: 'app' } });
    const confirmed = await caller.post(`${ORDERS}/${id}/confirm`, { reference: 'EX7K2P' });
    assert.equal(confirmed.status, 200, confirmed.text);
    const order = parse(orderSchema, confirmed.json);
    assert.deepEqual(
      [order.status, order.payment_status, order.settlement, order.reference, order.price],
      ['completed', 'completed', 'merchant', 'EX7K2P', { currency: 'INR', amount_minor: 137_405 }],
    );
    assert.deepEqual([order.variant, order.metadata], ['compact-b', { channel: 'app' }]);
    const orders = (await caller.get('/offset-gateway/exports/orders.csv')).text.split('\r\n');
    const row = orders.find((line) => line.includes(id)) ?? '';
    assert.ok(row.includes(',EX7K2P,compact-b,"{""channel"":""app""}",'), row);
    const again = await caller.post(`${ORDERS}/${id}/confirm`, {});
    assert.deepEqual(again.json, confirmed.json);

    const { receipt_url, ...listed } = confirmed.json;
    assert.equal(receipt_url, order.payment_url);
    const list = await caller.get(ORDERS);
    assert.deepEqual(
      list.json.orders.find((one: { order_id: string }) => one.order_id === id),
      listed,
    );
    const { statements } = parse(statementListSchema, (await caller.get(STATEMENTS)).json);
    assert.deepEqual([statements[0]?.id, statements[0]?.total_minor], ['open_INR', 137_405]);
    const shown = parse(statementWithLinesSchema, (await caller.get(`${STATEMENTS}/open_INR`)).json);
    assert.deepEqual(
      shown.lines.map(({ order_id, reference, amount_minor }) => [order_id, reference, amount_minor]),
      [[id, 'EX7K2P', 137_405]],
    );
    const csv = await caller.get(`${STATEMENTS}/open_INR.csv`);
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(csv.text, /,EX7K2P,1146,1374\.05,carbon_credits\r\n/);
    for (const [path, accept] of [
      ['open_INR.pdf', '*/*'],
      ['open_INR', 'application/pdf'],
    ]) {
      const { apiKey } = SANDBOX;
      const headers = { 'x-api-key': apiKey, accept: accept ?? '' };
      const response = await fetch(`${gateway.url}${STATEMENTS}/${path}`, { headers });
      assert.equal(response.headers.get('content-type'), 'application/pdf');
      assert.match(response.headers.get('content-disposition') ?? '', /filename="statement-open_INR\.pdf"/);
      const texts = pdfTexts(await response.bytes());
      for (const text of ['Example Air', '1374.05 INR', id, 'EX7K2P']) assert.ok(texts.includes(text), text);
    }
    assert.equal((await caller.get(`${STATEMENTS}/stm_none.pdf`)).json.error, 40404);
  });

  it('omits settlement, price, reference, variant and metadata of an order without them', async () => {
    const id = await create();
    const { json } = await caller.get(`${ORDERS}/${id}`);
    for (const field of ['settlement', 'price', 'reference', 'variant', 'metadata'])
      assert.ok(!(field in json), field);
  });

  it('fails a cancelled order, and refuses to cancel a confirmed one', async () => {
    const id = await create();
    assert.equal((await caller.post(`${ORDERS}/${id}/cancel`, {})).json.status, 'failed');
    assert.equal((await caller.post(`${ORDERS}/${id}/confirm`, {})).json.error, 40902);
    const done = await create();
    await caller.post(`${ORDERS}/${done}/confirm`, {});
    assert.equal((await caller.post(`${ORDERS}/${done}/cancel`, {})).json.error, 40902);
  });

  it('names each invalid field and changes nothing', async () => {
    const id = await create();
    const unsigned = { method: 'POST', body: '{}', headers: { 'x-api-key': SANDBOX.apiKey } };
    for (const act of ['confirm', 'cancel'])
      assert.equal((await caller.raw(`${ORDERS}/${id}/${act}`, unsigned)).json.error, 40103, act);
    const cases: [path: string, body: unknown, error: number, names: RegExp][] = [
      [`${id}/confirm`, { reference: '' }, 40002, /reference/],
      [`${id}/confirm`, { reference: 'x'.repeat(129) }, 40002, /reference/],
      [`${id}/confirm`, { reference: 'a\u0000b' }, 40002, /reference/],
      [`${id}/confirm`, { reference: 7 }, 40002, /reference/],
      [`${id}/confirm`, [], 40002, /body/],
      [`${id}/confirm`, 'no json', 40001, /JSON/],
      [`${id}/cancel`, null, 40002, /body/],
      ['ord_none/confirm', {}, 40402, /order/],
      ['ord_01ARZ3NDEKTSV4RRFFQ69G5FAV/cancel', {}, 40402, /order/],
    ];
    for (const [path, body, error, names] of cases) {
      const { json } = await caller.post(`${ORDERS}/${path}`, body);
      assert.equal(json.error, error, `${path} ${JSON.stringify(body)}: ${json.message}`);
      assert.match(json.message, names);
    }
    for (const act of ['confirm', 'cancel']) {
      const key = { 'idempotency-key': 'k'.repeat(256) };
      assert.equal((await caller.post(`${ORDERS}/${id}/${act}`, {}, key)).json.error, 40004, act);
    }
    for (const metadata of [{ a: 1 }, { ['k'.repeat(41)]: 'v' }, { k: 'v'.repeat(501) }, ['x']]) {
      const { json } = await caller.post(ORDERS, { emission_amount: 1, metadata });
      assert.deepEqual([json.error, /metadata/.test(json.message)], [40002, true], JSON.stringify(json));
    }
    assert.equal((await caller.get(`${ORDERS}/${id}`)).json.status, 'pending');
    for (const none of ['stm_none', '%00', 'open_%00.csv', `stm_${'x'.repeat(2000)}`])
      assert.equal((await caller.get(`${STATEMENTS}/${none}`)).json.error, 40404, none);
    assert.equal((await caller.raw(STATEMENTS)).status, 401);
  });
});
