import { sql } from 'kysely';
import { readLotUse } from '../allotments/lot-use.ts';
import { openPayment } from '../orders/end/open-payments.ts';
import { findUnmatched } from '../payouts/find-unmatched.ts';
import type { Database } from '../store/engine.ts';
import { firstDue, waitingLanes } from '../webhooks/waiting.ts';

/** Maximum number of unmatched report lines counted: each is compared with the recorded money. */
const MAX_UNMATCHED = 1000;

/** Waiting rows of one kind. */
export interface Waiting {
  readonly count: number;
  /** Due time of the first, milliseconds since 1970. */
  readonly first: number | null;
}

/** Figures of a store for its operator. */
export interface Figures {
  readonly webhooks: Waiting;
  readonly refunds: Waiting;
  readonly orders: Waiting;
  readonly payments: Waiting;
  readonly unclaimed: number;
  readonly unmatched: number;
  readonly stock: readonly ProjectStock[];
}

/** Free credits of a project, grams. */
export interface ProjectStock {
  readonly project: string;
  readonly free: number;
  /** The part in allotments of merchants. */
  readonly allotted: number;
}

async function readStock(reader: Database['reader']): Promise<ProjectStock[]> {
  const projects = await reader.selectFrom('projects').select('id').where('active', '=', 1).execute();
  const use = Map.groupBy(await readLotUse(reader), ({ project }) => project);
  return projects.flatMap(({ id: project }) => {
    const lots = use.get(project) ?? [];
    if (lots.length === 0) return [];
    const free = lots.reduce((sum, lot) => sum + lot.free, 0);
    return [{ project, free, allotted: lots.reduce((sum, lot) => sum + lot.allottedFree, 0) }];
  });
}

const count = sql<number>`count(*)`.as('count');

async function readWebhooks(reader: Database['reader'], at: number): Promise<Waiting> {
  const lanes = await waitingLanes(reader);
  return { count: lanes.reduce((sum, one) => sum + one.count, 0), first: await firstDue(reader, lanes, at) };
}

/** Returns when the first pending order without an open payment, whose outcome may be awaited, expired. */
async function firstExpired(reader: Database['reader'], at: number): Promise<number | null> {
  const order = await reader
    .selectFrom('orders')
    .select('expires_at')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', at)
    .where(({ not, exists }) => not(exists(openPayment())))
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return order?.expires_at ?? null;
}

/** Reads the figures. Every query reads a small table, or waiting rows by an index of only those. */
export async function readFigures({ reader }: Database, at: number): Promise<Figures> {
  // All at once: if the database fails, all of them fail, and every rejection has to be handled.
  const [webhooks, refunds, orders, expired, payments, unclaimed, unmatched, stock] = await Promise.all([
    readWebhooks(reader, at),
    reader
      .selectFrom('refunds')
      .select([count, sql<number | null>`min(created_at)`.as('first')])
      .where('state', '=', 'pending')
      // A dispute is open for weeks, and the gateway does not decide its outcome.
      .where('cause', '<>', 'dispute')
      .executeTakeFirstOrThrow(),
    reader.selectFrom('orders').select(count).where('status', '=', 'pending').executeTakeFirstOrThrow(),
    firstExpired(reader, at),
    reader
      .selectFrom('payments')
      .select([count, sql<number | null>`min(check_at)`.as('first')])
      .where('check_at', 'is not', null)
      .executeTakeFirstOrThrow(),
    reader
      .selectFrom('unclaimed_payments')
      .select(count)
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow(),
    findUnmatched(reader, MAX_UNMATCHED),
    readStock(reader),
  ]);
  return {
    webhooks,
    refunds,
    orders: { count: orders.count, first: expired },
    payments,
    unclaimed: unclaimed.count,
    unmatched: unmatched.length,
    stock,
  };
}
