import type { Kysely } from 'kysely';
import type { PayoutLineRow, Schema } from '../store/schema.ts';
import { inPages } from '../store/sql/in-pages.ts';

/** Key of a line. */
export type LineKey = Pick<PayoutLineRow, 'provider' | 'id'>;

const PAGE = 500;

/** Changes the state of lines. @param change `from`: lines in any other state stay unchanged. */
export async function markLines(
  db: Kysely<Schema>,
  lines: readonly LineKey[],
  change: { readonly from: PayoutLineRow['state']; readonly to: PayoutLineRow['state'] },
): Promise<void> {
  for (const [provider, own] of Map.groupBy(lines, (line) => line.provider))
    for (const page of inPages(own, PAGE))
      await db
        .updateTable('payout_lines')
        .set({ state: change.to })
        .where('provider', '=', provider)
        .where(
          'id',
          'in',
          page.map(({ id }) => id),
        )
        .where('state', '=', change.from)
        .execute();
}
