import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGather } from './gather.ts';

describe('calls that come together', () => {
  it('are worked on together, at most so many; each gets its own outcome', async () => {
    const batches: number[][] = [];
    const gather = createGather<number, string>({
      most: 3,
      async work(items) {
        batches.push([...items]);
        return items.map((n) => (n === 2 ? { error: new RangeError('two') } : { value: `${n}` }));
      },
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => gather.add(n)));
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      ['1', 'two', '3', '4'],
    );
  });

  it('what comes in meanwhile is next; two of one name are apart, in their order', async () => {
    const batches: string[][] = [];
    const gather = createGather<string, void>({
      most: 9,
      apart: (text) => text[0],
      async work(items) {
        batches.push([...items]);
        if (batches.length === 1) late = gather.add('c1');
        return items.map(() => ({ value: undefined }));
      },
    });
    let late: Promise<void> | undefined;
    await Promise.all(['a1', 'b1', 'a2', 'a3'].map((text) => gather.add(text)));
    await late;
    assert.deepEqual(batches, [['a1', 'b1'], ['a2', 'c1'], ['a3']]);
  });

  it('work that fails is the failure of all; the next is worked on all the same', async () => {
    let times = 0;
    const gather = createGather<number, number>({
      most: 2,
      async work(items) {
        times += 1;
        if (times === 1) throw new RangeError('all');
        return items.map((value) => ({ value }));
      },
    });
    const [one, two, three] = await Promise.allSettled([1, 2, 3].map((n) => gather.add(n)));
    assert.deepEqual([one?.status, two?.status], ['rejected', 'rejected']);
    assert.deepEqual(three, { status: 'fulfilled', value: 3 });
  });
});
