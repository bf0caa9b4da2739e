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

it('a batch that fails is processed item by item, so that only the faulty item fails', async () => {
  const error = new RangeError('two');
  const { outcomes, batches } = await process(error);
  assert.deepEqual(batches, [[1, 2, 3], [1], [2], [3]]);
  assert.deepEqual(outcomes, [{ value: 1 }, { error }, { value: 3 }]);
});

it('a batch that finds the database unavailable is not tried again item by item', async () => {
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { outcomes, batches } = await process(error);
  assert.deepEqual(batches, [[1, 2, 3]]);
  assert.equal(outcomes, error);
});

it('an item that gets no lock fails alone', async () => {
  const error = Object.assign(new Error('lock timeout'), { code: '55P03' });
  const { outcomes } = await process(error);
  assert.deepEqual(outcomes, [{ value: 1 }, { error }, { value: 3 }]);
});
