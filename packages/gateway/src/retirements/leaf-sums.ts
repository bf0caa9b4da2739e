import type { Database } from '../store/engine.ts';
import { readInOrder } from '../store/sql/read-in-order.ts';

/** Leaves that one statement adds up: tenths of a second, however large the batch is. */
const LEAF_PAGE = 20_000;

/** Sums of the leaves of a batch. */
export interface LeafSums {
  readonly orders: number;
  readonly grams: number;
}

/** Adds up the leaves of a batch, page after page. */
export async function sumLeaves(
  db: Database,
  batch: string,
  pageSize: number = LEAF_PAGE,
): Promise<LeafSums> {
  const sums = { orders: 0, grams: 0 };
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const page = await readInOrder(db, (reader) =>
      reader
        .selectFrom((inner) =>
          inner
            .selectFrom('retirement_leaves')
            .select(['hash', 'grams'])
            .where('batch', '=', batch)
            .where('hash', '>', from)
            .orderBy('hash')
            .limit(pageSize)
            .as('page'),
        )
        .select(({ fn }) => [
          fn.countAll<number>().as('orders'),
          fn.sum<number | null>('grams').as('grams'),
          fn.max<string | null>('hash').as('last'),
        ])
        .executeTakeFirstOrThrow(),
    );
    sums.orders += page.orders;
    sums.grams += page.grams ?? 0;
    after = page.last;
  }
  return sums;
}
