import { formatSerials, type RetirementState, retirementState } from '@flight-offset/core/retirement';
import type { Database } from '../store/engine.ts';
import type { OrderRow } from '../store/schema.ts';
import { enteredRange } from './serial-ledger.ts';

/** A retirement at a registry, as people see it. */
export interface ShownRetirement {
  readonly id: string;
  readonly tonnes: number;
  /** Grams of it that cover the batch; the rest covers another batch. */
  readonly grams: number;
  /** Date at the registry, `2026-03-31`. */
  readonly retiredOn: string;
  readonly url: string;
  readonly serials: readonly string[];
}

/**
 * Grams of one project that are allocated to an order, and the published batch they are retired in, if any. An order
 * has several of these for one project if a bounced refund returned credits to it after a batch had taken the rest.
 */
export interface OrderCredits {
  readonly project: string;
  readonly grams: number;
  readonly batch: string | null;
  /** Retirements that cover the batch; none while the credits are only allocated. */
  readonly retirements: readonly ShownRetirement[];
}

type Reader = Pick<Database, 'reader'>;

/** Reads the credits of some orders of one merchant, by order: projects sorted by identifier. */
export async function creditsOf(
  db: Reader,
  merchantId: string,
  orders: readonly Pick<OrderRow, 'id'>[],
): Promise<Map<string, OrderCredits[]>> {
  const rows = await readCredits(db, merchantId, orders);
  const batches = await retirementsOf(db, [...new Set(rows.flatMap(({ batch }) => batch ?? []))]);
  const credits = new Map<string, OrderCredits[]>();
  for (const { order_id, project, grams, batch } of rows) {
    const own = credits.get(order_id) ?? [];
    own.push({ project, grams, batch, retirements: batches.get(batch ?? '') ?? [] });
    credits.set(order_id, own);
  }
  return credits;
}

/** Whether credits are allocated, retired, or some of each. */
export function retirementStateOf(credits: readonly Pick<OrderCredits, 'batch'>[]): RetirementState {
  return retirementState(credits.map(({ batch }) => ({ retirement: batch })));
}

/** Reads the state of some orders of one merchant, by order, without their retirements and serial numbers. */
export async function retirementStates(
  db: Reader,
  merchantId: string,
  orders: readonly Pick<OrderRow, 'id'>[],
): Promise<Map<string, RetirementState>> {
  const rows = await readCredits(db, merchantId, orders);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([id, credits]) => [id, retirementStateOf(credits)]));
}

async function readCredits(
  { reader }: Reader,
  merchantId: string,
  orders: readonly Pick<OrderRow, 'id'>[],
): Promise<{ order_id: string; project: string; grams: number; batch: string | null }[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  return reader
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .leftJoin('retirement_batches', (join) =>
      join
        .onRef('retirement_batches.id', '=', 'allocations.batch')
        .on('retirement_batches.state', '=', 'published'),
    )
    .select(({ fn }) => [
      'order_id',
      'credit_lots.project',
      'retirement_batches.id as batch',
      fn.sum<number>('allocations.grams').as('grams'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('order_id', 'in', ids)
    .where('allocated_at', 'is not', null)
    .groupBy(['order_id', 'credit_lots.project', 'retirement_batches.id'])
    .orderBy('order_id')
    .orderBy('credit_lots.project')
    .execute();
}

/** Reads the retirements that cover published batches, by batch. */
export async function retirementsOf(
  { reader }: Reader,
  batches: readonly string[],
): Promise<Map<string, ShownRetirement[]>> {
  const found = new Map<string, ShownRetirement[]>();
  if (batches.length === 0) return found;
  const rows = await reader
    .selectFrom('retirement_parts')
    .innerJoin('retirements', 'retirements.id', 'retirement_parts.retirement')
    .innerJoin('retirement_serials', 'retirement_serials.retirement', 'retirements.id')
    .select(['batch', 'retirements.id', 'tonnes', 'retired_on', 'url'])
    .select(['grams_from', 'grams_to', 'shown', 'first', 'last', 'digits'])
    .where('batch', 'in', batches)
    .orderBy('retirements.id')
    .orderBy('retirement_serials.first')
    .orderBy('retirement_serials.block')
    .execute();
  for (const { batch, id, tonnes, grams_from, grams_to, retired_on: retiredOn, url, ...range } of rows) {
    const own = found.get(batch) ?? [];
    const known = own.find((one) => one.id === id);
    const serials = [...(known?.serials ?? []), formatSerials(enteredRange(range))];
    const retirement = { id, tonnes, grams: grams_to - grams_from, retiredOn, url, serials };
    found.set(batch, [...own.filter((one) => one !== known), retirement]);
  }
  return found;
}
