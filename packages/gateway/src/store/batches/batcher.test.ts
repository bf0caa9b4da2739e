import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createBatcher } from './batcher.ts';

// If batches do not wait for callers, the tests end at once; otherwise at this limit.
describe('batches', { timeout: 600_000 }, () => {
  it('have a maximum size; each item gets its own outcome', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, string>({
      maxSize: 3,
      async process(items) {
        batches.push([...items]);
        return items.map((n) => (n === 2 ? { error: new RangeError('two') } : { value: `${n}` }));
      },
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => batcher.add(n)));
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      ['1', 'two', '3', '4'],
    );
  });

  it('take items that arrive meanwhile next; items with one conflict key keep their order in separate batches', async () => {
    const batches: string[][] = [];
    const batcher = createBatcher<string, void>({
      maxSize: 9,
      conflictKey: (text) => text[0],
      async process(items) {
        batches.push([...items]);
        if (batches.length === 1) late = batcher.add('c1');
        return items.map(() => ({ value: undefined }));
      },
    });
    let late: Promise<void> | undefined;
    await Promise.all(['a1', 'b1', 'a2', 'a3'].map((text) => batcher.add(text)));
    await late;
    assert.deepEqual(batches, [['a1', 'b1'], ['a2', 'c1'], ['a3']]);
  });

  it('have a maximum size and keep the order of items with conflict keys too', async () => {
    const batches: string[][] = [];
    const batcher = createBatcher<string, void>({
      maxSize: 2,
      conflictKey: (text) => text[0],
      async process(items) {
        batches.push([...items]);
        return items.map(() => ({ value: undefined }));
      },
    });
    await Promise.all(['a1', 'b1', 'c1', 'd1', 'e1'].map((text) => batcher.add(text)));
    assert.deepEqual(batches, [['a1', 'b1'], ['c1', 'd1'], ['e1']]);
  });

  it('an item without an outcome fails, and delays no other', async () => {
    const batcher = createBatcher<number, number>({
      maxSize: 2,
      process: async ([first = 0]) => [{ value: first }],
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((n) => batcher.add(n)));
    assert.deepEqual([one, three?.status], [{ status: 'fulfilled', value: 1 }, 'fulfilled']);
    assert.match(String(two?.status === 'rejected' && two.reason), /no outcome/);
  });

  it('a failure is the outcome of the whole batch; the next batch is processed', async () => {
    let times = 0;
    const batcher = createBatcher<number, number>({
      maxSize: 2,
      async process(items) {
        times += 1;
        if (times === 1) throw new RangeError('all');
        return items.map((value) => ({ value }));
      },
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((n) => batcher.add(n)));
    assert.deepEqual([one?.status, two?.status], ['rejected', 'rejected']);
    assert.deepEqual(three, { status: 'fulfilled', value: 3 });
  });

  it('of groups hold one group each, the oldest item first', async () => {
    const batches: string[][] = [];
    const batcher = createBatcher<string, void>({
      maxSize: 2,
      groupOf: (text) => text[0] ?? '',
      async process(items) {
        batches.push([...items]);
        return items.map(() => ({ value: undefined }));
      },
    });
    await Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map((text) => batcher.add(text)));
    assert.deepEqual(batches, [['a1', 'a2'], ['b1', 'b2'], ['a3']]);
  });

  it('of different groups do not wait for each other', async () => {
    const { promise: isLate, resolve: finish } = Promise.withResolvers<void>();
    const batcher = createBatcher<string, string>({
      maxSize: 2,
      groupOf: (text) => text[0] ?? '',
      async process(items) {
        if (items[0] === 'a1') await isLate;
        return items.map((value) => ({ value }));
      },
    });
    const slow = [batcher.add('a1'), batcher.add('a2'), batcher.add('a3')];
    assert.equal(await batcher.add('b1'), 'b1');
    assert.equal(await batcher.add('b2'), 'b2');
    finish();
    assert.deepEqual(await Promise.all(slow), ['a1', 'a2', 'a3']);
  });

  /** A batcher that waits for long, and the sizes of its batches. */
  function collecting(): { readonly add: (item: number) => Promise<number>; readonly sizes: number[] } {
    const sizes: number[] = [];
    const { add } = createBatcher<number, number>({
      maxSize: 9,
      collectMs: () => 3_600_000,
      async process(items) {
        sizes.push(items.length);
        return items.map((value) => ({ value }));
      },
    });
    return { add, sizes };
  }

  it('wait until they have as many items as the previous batch', async () => {
    const { add, sizes } = collecting();
    await Promise.all([1, 2, 3].map(add));
    const added: Promise<number>[] = [];
    for (const item of [4, 5, 6]) {
      added.push(add(item));
      await setImmediate();
    }
    await Promise.all(added);
    assert.deepEqual(sizes, [3, 3]);
  });

  it('wait for callers who came meanwhile, and for callers who return', async () => {
    const { add, sizes } = collecting();
    const first = [1, 2].map(add);
    await setImmediate();
    const meanwhile = add(3);
    await Promise.all(first);
    await setImmediate();
    await Promise.all([meanwhile, add(4), add(5)]);
    assert.deepEqual(sizes, [2, 3]);
  });

  it('do not wait once they are full', async () => {
    const { add, sizes } = collecting();
    const many = Array.from({ length: 27 }, (_, index) => index);
    await Promise.all(many.map(add));
    assert.deepEqual(sizes, [9, 9, 9]);
  });

  it('of a single caller do not wait', async () => {
    const { add, sizes } = collecting();
    for (const item of [1, 2, 3]) await add(item);
    assert.deepEqual(sizes, [1, 1, 1]);
  });

  it('wait no longer than their limit', async () => {
    const sizes: number[] = [];
    const waits = [1, 0];
    const { add } = createBatcher<number, number>({
      maxSize: 9,
      collectMs: () => waits.shift() ?? 0,
      async process(items) {
        sizes.push(items.length);
        return items.map((value) => ({ value }));
      },
    });
    await Promise.all([1, 2, 3].map(add));
    await add(4);
    assert.deepEqual(sizes, [3, 1]);
  });
});
