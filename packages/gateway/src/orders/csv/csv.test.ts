import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startGateway } from '../../gateway.ts';
import { callerOf } from '../../testing/caller.ts';
import { CSV_COLUMNS } from './csv.ts';

describe('extensions of the list and of the sandbox', () => {
  it('exports every order as CSV over pages, and expires orders when the clock is moved', async () => {
    const gateway = await startGateway();
    const caller = callerOf(gateway.url);
    const count = 503;
    const make = async (index: number): Promise<string> => {
      const user = { name: `=${index}` };
      return (await caller.post('/offset-gateway/orders', { emission_amount: 1, user })).json.order_id;
    };
    const oldest = await make(0);
    const made = [oldest, ...(await Promise.all(Array.from({ length: count - 1 }, (_, at) => make(at + 1))))];
    const { text, headers } = await caller.get('/offset-gateway/exports/orders.csv');
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const [head, ...lines] = text.trimEnd().split('\r\n');
    assert.equal(head, CSV_COLUMNS.join(','));
    assert.deepEqual(lines.map((line) => line.split(',')[0]).sort(), made.toSorted());
    const times = lines.map((line) => line.split(',')[1] ?? '');
    assert.deepEqual(times, times.toSorted(), 'oldest first');
    assert.match(lines[0] ?? '', /,'=0,/);
    const moved = await caller.post('/sandbox/clock', { advance_seconds: 86_401 });
    assert.equal(moved.status, 200);
    assert.equal((await caller.get(`/offset-gateway/orders/${oldest}`)).json.status, 'failed');
    const failed = await caller.get('/offset-gateway/exports/orders.csv?status=failed');
    assert.equal(failed.text.trimEnd().split('\r\n').length, count + 1);
    assert.equal((await caller.get('/offset-gateway/exports/orders.csv?status=x')).json.error, 40003);
    await gateway.close();
  });

  it('exports orders by date of settlement, including the day of from and excluding that of to', async () => {
    const gateway = await startGateway({ now: () => Date.UTC(2026, 10, 30, 23, 59) });
    const caller = callerOf(gateway.url);
    const made: string[] = [];
    for (let i = 0; i < 2; i += 1)
      made.push((await caller.post('/offset-gateway/orders', { emission_amount: 1 })).json.order_id);
    await caller.post(`/sandbox/orders/${made[0]}/payment`, { outcome: 'completed' });
    const found = async (query: string): Promise<string[]> => {
      const { text } = await caller.get(`/offset-gateway/exports/orders.csv?${query}`);
      const [, ...lines] = text.trimEnd().split('\r\n');
      return lines.map((line) => line.split(',')[0] ?? '');
    };
    assert.deepEqual(await found('from=2026-11-30&to=2026-12-01'), [made[0]]);
    const refund = await caller.post(`/offset-gateway/orders/${made[0]}/refunds`, {});
    assert.equal(refund.json.status, 'completed', 'its transaction is another one');
    const { text } = await caller.get('/offset-gateway/exports/orders.csv');
    const [paid, unpaid] = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[CSV_COLUMNS.indexOf('transaction_id')] ?? '');
    assert.equal(unpaid, '');
    const { json: transaction } = await caller.get(`/marketplace/transactions/${paid}`);
    assert.deepEqual([transaction.id, transaction.carbon_credits], [paid, 0.001]);
    assert.deepEqual(await found('from=2026-12-01'), []);
    assert.deepEqual(await found('to=2026-11-30'), []);
    assert.deepEqual(await found('from=2030-01-01'), []);
    assert.equal((await found('')).length, 2);
    const { json } = await caller.get('/offset-gateway/exports/orders.csv?from=2026-02-31');
    assert.deepEqual([json.error, json.field ?? /from/.exec(json.message)?.[0]], [40003, 'from']);
    for (const to of ['2026-11-30', '2026-11-29']) {
      const { json } = await caller.get(`/offset-gateway/exports/orders.csv?from=2026-11-30&to=${to}`);
      assert.deepEqual(
        [json.error, json.message],
        [40003, 'to: must be later than from: the day it names is not included.'],
      );
    }
    await gateway.close();
  });
});
