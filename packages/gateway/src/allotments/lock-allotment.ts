import type { Selectable, Updateable } from 'kysely';
import { allEnded } from '../store/all-ended.ts';
import type { AllotmentTable, CreditLotTable } from '../store/schema.ts';
import { locking } from '../store/sql/locking.ts';
import type { Tx } from '../store/transaction.ts';
import type { AllotmentKey } from './wanted.ts';

/** A lot and a merchant's allotment of it, held until the transaction ends. */
export interface LockedAllotment {
  readonly lot: Pick<
    Selectable<CreditLotTable>,
    'grams_total' | 'grams_allotted' | 'grams_unaccounted' | 'grams_sold' | 'holders'
  >;
  /** Undefined if the merchant has none yet. */
  readonly allotment: Selectable<AllotmentTable> | undefined;
}

/**
 * Locks a lot, then a merchant's allotment of it: always in this order, and never together with an order. Orders lock
 * allotments but no lot, so no deadlock can arise.
 * @returns undefined if there is no such lot.
 */
export async function lockAllotment(
  tx: Tx,
  { merchant_id, lot }: AllotmentKey,
): Promise<LockedAllotment | undefined> {
  const lots = tx
    .selectFrom('credit_lots')
    .select(['grams_total', 'grams_allotted', 'grams_unaccounted', 'grams_sold', 'holders'])
    .where('id', '=', lot);
  const allotments = tx
    .selectFrom('allotments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('lot', '=', lot);
  const [held, allotment] = await allEnded(
    locking(tx, lots).executeTakeFirst(),
    locking(tx, allotments).executeTakeFirst(),
  );
  return held && { lot: held, allotment };
}

/**
 * Changes a held allotment and the sums of its lot with it: grams allotted, grams sold, and how many merchants hold
 * some.
 * @param changed the allotment after the change.
 */
export async function updateAllotment(
  tx: Tx,
  { lot, allotment: before }: LockedAllotment,
  changed: Selectable<AllotmentTable>,
): Promise<void> {
  const holds = (one: Selectable<AllotmentTable> | undefined): number =>
    Number(one !== undefined && one.topped_up_at !== null);
  const sums: Updateable<CreditLotTable> = {
    grams_allotted: lot.grams_allotted + changed.grams - (before?.grams ?? 0),
    grams_sold: lot.grams_sold + changed.grams_reported - (before?.grams_reported ?? 0),
    holders: lot.holders + holds(changed) - holds(before),
  };
  const { merchant_id, lot: id, ...columns } = changed;
  const writeAllotment = before
    ? tx.updateTable('allotments').set(columns).where('merchant_id', '=', merchant_id).where('lot', '=', id)
    : tx.insertInto('allotments').values(changed);
  await allEnded(
    tx.updateTable('credit_lots').set(sums).where('id', '=', id).execute(),
    writeAllotment.execute(),
  );
}
