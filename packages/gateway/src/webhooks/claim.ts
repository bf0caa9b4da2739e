import { type Selectable, sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { isDistributed } from '../store/is-distributed.ts';
import type { DeliveryTable } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { type Lanes, merchantOf } from './lanes.ts';
import { isEarlierOpen, isOldestOpen } from './oldest-open.ts';

/** A webhook to send. */
export type Delivery = Selectable<DeliveryTable>;

/**
 * Duration of a claim, milliseconds: longer than any attempt. If a process dies, another sends the webhooks that it had
 * claimed.
 */
const CLAIM_MS = 60_000;

/** Maximum number of webhooks of a lane that are postponed together. */
const PAGE = 100;

/** Result of a claim from the lanes. */
export interface Claimed {
  readonly deliveries: readonly Delivery[];
  /** Whether webhooks were postponed because earlier ones of their orders are open: others may be due behind them. */
  readonly postponed: boolean;
}

/**
 * Claims due webhooks, as many as the lanes have slots for. Its cost grows with the number of lanes, not with the
 * number of webhooks waiting in them.
 */
export async function claimDue(db: Database, lanes: Lanes, at: number): Promise<Claimed> {
  const isSpread = await isDistributed(db);
  return inTransaction(db, async (tx) => {
    const deliveries: Delivery[] = [];
    let postponed = false;
    for (const [lane, count] of lanes.share(await (isSpread ? spreadLanes(tx, at) : dueLanes(tx, at)))) {
      const claimed = await claimOldest(db, tx, { lane, count, at });
      deliveries.push(...claimed.deliveries);
      postponed ||= claimed.postponed;
    }
    return { deliveries, postponed };
  });
}

/** Lists lanes with a due webhook: one index step per lane, however many wait in it. */
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

/**
 * Does the same as {@link dueLanes} on a cluster, where no index holds the lanes of every shard: each shard lists its
 * own.
 */
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

interface Due {
  readonly lane: string;
  readonly count: number;
  readonly at: number;
}

/** Reads the oldest due webhooks of a lane, and whether each is the next of its order. */
async function oldestDue(
  db: Database,
  tx: Tx,
  { lane, count, at }: Due,
): Promise<{ readonly id: string; readonly next: number }[]> {
  const merchant = merchantOf(lane);
  let due = tx
    .selectFrom('deliveries')
    .select(['id', sql<number>`case when ${isOldestOpen(tx, merchant)} then 1 else 0 end`.as('next')])
    .where('merchant_id', '=', merchant)
    .where('lane', '=', lane)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', at)
    .where('claimed_until', '<=', at)
    .orderBy('next_attempt_at')
    .limit(count);
  if (db.engine === 'postgres') due = due.forUpdate().skipLocked();
  return due.execute();
}

async function claimOldest(db: Database, tx: Tx, options: Due): Promise<Claimed> {
  const { lane, count, at } = options;
  let due = await oldestDue(db, tx, options);
  const postponed = due.some(({ next }) => next === 0);
  if (postponed) {
    due = await oldestDue(db, tx, { lane, count: PAGE, at });
    await postponeBlocked(
      tx,
      merchantOf(lane),
      due.flatMap(({ id, next }) => (next === 0 ? id : [])),
      at,
    );
  }
  const ids = due.flatMap(({ id, next }) => (next === 1 ? id : [])).slice(0, count);
  if (ids.length === 0) return { deliveries: [], postponed };
  const deliveries = await tx
    .updateTable('deliveries')
    .set({ claimed_until: at + CLAIM_MS, attempts: sql`attempts + 1` })
    .where(merchantOfFew(tx, 'merchant_id'), '=', merchantOf(lane))
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  return { deliveries, postponed };
}

/**
 * Makes webhooks wait as long as the earlier ones of their orders. While an endpoint is down, a lane may hold a hundred
 * thousand of them, and each claim would read them all. A webhook that ends makes the later ones due.
 */
async function postponeBlocked(tx: Tx, merchant: string, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  const soonest = sql.lit(at + CLAIM_MS);
  await tx
    .updateTable('deliveries')
    .set({
      next_attempt_at: sql`coalesce((
        select max(case when earlier.next_attempt_at > ${soonest} then earlier.next_attempt_at else ${soonest} end)
        from deliveries earlier where ${isEarlierOpen(tx, merchant)}), next_attempt_at)`,
    })
    .where(merchantOfFew(tx, 'merchant_id'), '=', merchant)
    .where('id', 'in', ids)
    .execute();
}
