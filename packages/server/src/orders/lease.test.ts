import assert from 'node:assert/strict';
import test from 'node:test';
import { memoryStore } from '../stores/memory.ts';
import type { OffsetStore } from '../stores/store.ts';
import { testMerchant } from '../testing/merchant.ts';
import { testClock } from '../testing/store-contract.ts';
import { tryLease, withLease } from './lease.ts';

test('releasing a lease that expired meanwhile leaves it to its next owner', async () => {
  const clock = testClock();
  const inner = memoryStore(clock.now);
  let overtake: (() => Promise<unknown>) | undefined;
  // A store over a network: time passes before it deletes.
  const store: OffsetStore = {
    ...inner,
    async delete(...given) {
      await overtake?.();
      return inner.delete(...given);
    },
  };
  const { offset } = testMerchant({ store });
  overtake = async () => {
    overtake = undefined;
    clock.advance(60_001);
    assert.equal(await inner.setIfAbsent('lease', 'another process', 60), true);
  };
  assert.deepEqual(await tryLease(offset, 'lease', 60, async () => 'done'), { result: 'done' });
  assert.equal(await tryLease(offset, 'lease', 60, async () => 'both'), undefined);
});

test('a lease whose response is lost is held by its caller, or expires without locking out the next', async () => {
  const inner = memoryStore();
  let lost: () => boolean = () => true;
  const set: OffsetStore['setIfAbsent'] = async (...given) => (await inner.setIfAbsent(...given)) && lost();
  const { offset } = testMerchant({ store: { ...inner, setIfAbsent: set } });
  // As from ioredis, which sends a command again after its connection broke.
  lost = () => false;
  assert.deepEqual(await tryLease(offset, 'lease', 60, async () => 'sent twice'), { result: 'sent twice' });
  // As from node-redis.
  lost = () => {
    throw new Error('Socket closed unexpectedly');
  };
  await assert.rejects(
    tryLease(offset, 'lease', 60, async () => 'lost'),
    /Socket closed/,
  );
  lost = () => true;
  assert.deepEqual(await withLease(offset, 'lease', 60, async () => 'next'), 'next');
});

test('a lease is released at once, also by work that fails', async () => {
  const { offset } = testMerchant();
  const fails = withLease(offset, 'lease', 60, () => Promise.reject(new Error('broken')));
  await assert.rejects(fails, /broken/);
  assert.equal(await withLease(offset, 'lease', 60, async () => 'next'), 'next');
});

test('refuses a call that waited fifteen seconds for a lease, with Retry-After', async ({ mock }) => {
  const { offset } = testMerchant();
  await offset.store.setIfAbsent('lease', 'another process', 60);
  let clock = 0;
  mock.method(performance, 'now', () => (clock += 7_500));
  const late = withLease(offset, 'lease', 60, async () => 'mine');
  await assert.rejects(late, { code: 'service_unavailable', retryAfterSeconds: 2 });
  assert.equal(clock, 22_500);
});

test("leaves another owner's lease alone on a store whose delete ignores the value", async () => {
  const clock = testClock();
  const inner = memoryStore(clock.now);
  const { offset } = testMerchant({ store: { ...inner, delete: (key) => inner.delete(key) } });
  await tryLease(offset, 'lease', 60, async () => {
    clock.advance(60_001);
    assert.equal(await inner.setIfAbsent('lease', 'another process', 60), true);
  });
  assert.equal(await inner.get('lease'), 'another process');
});
