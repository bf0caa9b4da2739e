/** A process that stands still for longer than its lease, between reading and writing, and then goes on. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { memoryStore } from '../stores/memory.ts';
import type { OffsetStore } from '../stores/store.ts';
import { type TestMerchant, testMerchant } from '../testing/merchant.ts';
import { ordersOfBooking, recordOrderOfBooking } from './booking-orders.ts';
import { createOrder } from './create-order.ts';
import { orderForBooking } from './existing-order.ts';
import { orderStatus } from './order-status.ts';
import { type OrderRecord, readJson, storeKey, writeJson } from './record.ts';

/** Longer than any lease, milliseconds. */
const LONG_MS = 301_000;

interface Processes {
  /** The process that stands still, while `meanwhile` runs in its place. */
  readonly slow: TestMerchant;
  /** Another process on the same store. */
  readonly other: TestMerchant;
  /** Makes the slow process stand still at the nth read of a key with this prefix. */
  standAt(key: string, nth: number, meanwhile: () => Promise<unknown>): void;
  /** Simulates a process that stands still, in a callback. */
  readonly stand: (meanwhile: () => Promise<unknown>) => Promise<void>;
}

function processes(options: Parameters<typeof testMerchant>[0] = {}): Processes {
  const store = memoryStore();
  let reads: { key: string; left: number; meanwhile: () => Promise<unknown> } | undefined;
  const stand = async (meanwhile: () => Promise<unknown>): Promise<void> => {
    mock.timers.tick(LONG_MS);
    await meanwhile();
  };
  const get: OffsetStore['get'] = async (key) => {
    const value = await store.get(key);
    if (!reads || !key.startsWith(reads.key) || --reads.left > 0) return value;
    const { meanwhile } = reads;
    reads = undefined;
    await stand(meanwhile);
    return value;
  };
  const slow = testMerchant({ store: { ...store, get }, ...options });
  const other = testMerchant({ store }, { fetch: (request) => slow.service.fetch(request) });
  return {
    slow,
    other,
    standAt: (key, nth, meanwhile) => {
      reads = { key, left: nth, meanwhile };
    },
    stand,
  };
}

const recordOf = ({ offset }: TestMerchant, id: string): Promise<OrderRecord | undefined> =>
  readJson<OrderRecord>(offset, storeKey.order(id));

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }));
afterEach(() => mock.timers.reset());

test('leaves the orders that another process added to a booking meanwhile, and adds its own', async () => {
  const { slow, other, standAt } = processes();
  standAt('booking:', 2, () => recordOrderOfBooking(other.offset, 'EX7K2P', 'ord-2'));
  await recordOrderOfBooking(slow.offset, 'EX7K2P', 'ord-1');
  assert.deepEqual(await ordersOfBooking(other.offset, 'EX7K2P'), ['ord-2', 'ord-1']);
});

test('claims no order for a booking that has become final meanwhile', async () => {
  const { slow, other, standAt } = processes();
  const token = (await slow.tokens())[0]!;
  const { orderId } = await createOrder(slow.offset, { token });
  const { q } = await slow.offset.tokens.read(token);
  standAt('order:', 2, () => {
    slow.service.finalize(orderId, 'completed');
    return orderStatus(other.offset, orderId);
  });
  await assert.rejects(orderForBooking(slow.offset, q, 'EX7K2P'), { code: 'service_unavailable' });
  const { state, reference } = (await recordOf(other, orderId))!;
  assert.deepEqual([state, reference], ['completed', undefined]);
  assert.equal(other.completed.length, 1);
});

test("keeps another process's newer reading of an order after a callback that stood still", async () => {
  let orderId = '';
  const { slow, other, stand } = processes({
    onOrderCompleted: () =>
      stand(async () => {
        await orderStatus(other.offset, orderId);
        const record = (await recordOf(other, orderId))!;
        assert.equal(record.state, 'completed');
        await writeJson(other.offset, storeKey.order(orderId), { ...record, boughtRead: 1 });
      }),
  });
  ({ orderId } = await createOrder(slow.offset, { token: (await slow.tokens())[0]! }));
  slow.service.finalize(orderId, 'completed');
  await orderStatus(slow.offset, orderId);
  assert.equal((await recordOf(other, orderId))?.boughtRead, 1);
});

test('makes an order final after a callback that took longer than its lease', async () => {
  const { slow, other, stand } = processes({ onOrderCompleted: () => stand(async () => {}) });
  const { orderId } = await createOrder(slow.offset, { token: (await slow.tokens())[0]! });
  slow.service.finalize(orderId, 'completed');
  await orderStatus(slow.offset, orderId);
  assert.equal((await recordOf(other, orderId))?.state, 'completed');
});

test('does not overwrite a newer reading of another process with an older one', async () => {
  const { slow, other, standAt } = processes();
  const { orderId } = await createOrder(slow.offset, { token: (await slow.tokens())[0]! });
  slow.service.finalize(orderId, 'completed');
  await orderStatus(slow.offset, orderId);
  slow.advance(2 * 86_400_000);
  standAt('order:', 2, async () => {
    const record = (await recordOf(other, orderId))!;
    await writeJson(other.offset, storeKey.order(orderId), { ...record, boughtRead: 1 });
  });
  await orderStatus(slow.offset, orderId);
  assert.equal((await recordOf(other, orderId))?.boughtRead, 1);
});
