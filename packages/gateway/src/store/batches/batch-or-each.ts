import { isDatabaseUnavailable } from '../database-unavailable.ts';
import type { ItemResult } from './batcher.ts';

/**
 * Processes a batch in one transaction. If that fails, processes each item in a transaction of its own, in order, so
 * that one failing item does not fail the others.
 */
export async function batchOrEach<I, O>(
  items: readonly I[],
  together: (items: readonly I[]) => Promise<readonly ItemResult<O>[]>,
): Promise<readonly ItemResult<O>[]> {
  try {
    return await together(items);
  } catch (error) {
    if (items.length === 1 || isDatabaseUnavailable(error)) throw error;
    const outcomes: ItemResult<O>[] = [];
    for (const item of items)
      outcomes.push(...(await together([item]).catch((reason) => [{ error: reason }])));
    return outcomes;
  }
}
