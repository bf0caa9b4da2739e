import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { CSV_COLUMNS } from './csv.ts';

describe('extensions of the list and of the sandbox', () => {
  it('every order as CSV, over pages; an order expires when the clock is moved', async () => {
    const gateway = await startGateway();
    const caller = callerOf(gateway.url);
    const count = 503;
    const made: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const { json } = await caller.post('/offset-gateway/orders', {
        emission_amount: 1,
        user: { name: `=${i}` },
      });
      made.push(json.order_id);
    }
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
    assert.equal((await caller.get(`/offset-gateway/orders/${made[0]}`)).json.status, 'failed');
    const failed = await caller.get('/offset-gateway/exports/orders.csv?status=failed');
    assert.equal(failed.text.trimEnd().split('\r\n').length, count + 1);
    assert.equal((await caller.get('/offset-gateway/exports/orders.csv?status=x')).json.error, 40003);
    await gateway.close();
  });
});
