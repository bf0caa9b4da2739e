import { type Selectable, sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { isDistributed } from '../store/is-distributed.ts';
import type { DeliveryTable } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { type Lanes, merchantOf } from './lanes.ts';
import { isOldestOpen } from './oldest-open.ts';

/** A webhook to send. */
export type Delivery = Selectable<DeliveryTable>;

/** How long a claim lasts: longer than any attempt. What a process that died had claimed is sent by another. */
const CLAIM_MS = 60_000;

/**
 * Claims webhooks that are due, as many as the lanes have slots for. Its cost grows with the number of lanes, not with
 * that of the webhooks which wait in them.
 */
export async function claimDue(db: Database, lanes: Lanes, at: number): Promise<Delivery[]> {
  const isSpread = await isDistributed(db);
  return inTransaction(db, async (tx) => {
    const claimed: Delivery[] = [];
    for (const [lane, count] of lanes.share(await (isSpread ? spreadLanes(tx, at) : dueLanes(tx, at))))
      claimed.push(...(await claimOldest(db, tx, { lane, count, at })));
    return claimed;
  });
}

/** Lanes in which something is due. One step of an index each, whatever waits in them. */
async function dueLanes(tx: Tx, at: number): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    with recursive lanes (lane) as (
      select min(lane) from deliveries where state = 'pending'
      union all
      select (select min(later.lane) from deliveries later where later.state = 'pending' and later.lane > lanes.lane)
      from lanes where lanes.lane is not null
    )
    select lane from lanes where lane is not null and exists (
      select 1 from deliveries due where due.lane = lanes.lane and due.state = 'pending'
        and due.next_attempt_at <= ${at} and due.claimed_until <= ${at}
    )`.execute(tx);
  return rows.map(({ lane }) => lane);
}

/** As {@link dueLanes}, where no index holds the lanes of every shard: each shard finds its own. */
async function spreadLanes(tx: Tx, at: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('lane')
    .distinct()
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', at)
    .where('claimed_until', '<=', at)
    .execute();
  return rows.map(({ lane }) => lane);
}

/** Claims the oldest of a lane that are due. */
async function claimOldest(
  db: Database,
  tx: Tx,
  { lane, count, at }: { readonly lane: string; readonly count: number; readonly at: number },
): Promise<Delivery[]> {
  const merchant = merchantOf(lane);
  let due = tx
    .selectFrom('deliveries')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('lane', '=', lane)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', at)
    .where('claimed_until', '<=', at)
    .where(isOldestOpen(tx))
    .orderBy('next_attempt_at')
    .limit(count);
  if (db.engine === 'postgres') due = due.forUpdate().skipLocked();
  const ids = (await due.execute()).map(({ id }) => id);
  if (ids.length === 0) return [];
  return tx
    .updateTable('deliveries')
    .set({ claimed_until: at + CLAIM_MS, attempts: sql`attempts + 1` })
    .where(merchantOfFew(tx, 'merchant_id'), '=', merchant)
    .where('id', 'in', ids)
    .returningAll()
    .execute();
}
