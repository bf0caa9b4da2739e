import assert from 'node:assert/strict';
import { it } from 'node:test';
import { batchOrEach } from './batch-or-each.ts';

/** Processes batches without 2, which fails with an error. @returns the outcomes of 1, 2 and 3, and the batches. */
async function process(error: Error) {
  const batches: (readonly number[])[] = [];
  const together = async (items: readonly number[]) => {
    batches.push(items);
    if (items.includes(2)) throw error;
    return items.map((value) => ({ value }));
  };
  const outcomes = await batchOrEach([1, 2, 3], together).catch((thrown: unknown) => thrown);
  return { outcomes, batches };
}

it('where a batch fails, each of its items is processed alone: one fails, the others do not', async () => {
  const error = new RangeError('two');
  const { outcomes, batches } = await process(error);
  assert.deepEqual(batches, [[1, 2, 3], [1], [2], [3]]);
  assert.deepEqual(outcomes, [{ value: 1 }, { error }, { value: 3 }]);
});

it('where the database is unavailable, none of them is tried again: each would wait for it in turn', async () => {
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { outcomes, batches } = await process(error);
  assert.deepEqual(batches, [[1, 2, 3]]);
  assert.equal(outcomes, error);
});

it('a lock that one of them does not get keeps no other from its own', async () => {
  const error = Object.assign(new Error('lock timeout'), { code: '55P03' });
  const { outcomes } = await process(error);
  assert.deepEqual(outcomes, [{ value: 1 }, { error }, { value: 3 }]);
});
