import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../store/schema.ts';

/**
 * Payments at the provider for orders that this database does not have, oldest first.
 *
 * @param options `resolved` includes those that somebody has resolved; `limit` is the maximum number, all by default.
 */
export async function findUnclaimed(
  db: Kysely<Schema>,
  { resolved = false, limit }: { resolved?: boolean; limit?: number } = {},
): Promise<Selectable<Schema['unclaimed_payments']>[]> {
  let found = db.selectFrom('unclaimed_payments').selectAll().orderBy('received_at');
  if (!resolved) found = found.where('resolved_at', 'is', null);
  if (limit !== undefined) found = found.limit(limit);
  return found.execute();
}
