import { CompiledQuery, sql } from 'kysely';
import { allEnded } from '../store/all-ended.ts';
import { engineOf } from '../store/engine-of.ts';
import { hasCode } from '../store/error-code.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Tx } from '../store/transaction.ts';
import type { AllotmentKey } from './wanted.ts';

/** Changes of the counts of an allotment, grams. */
export interface CountChange extends AllotmentKey {
  readonly reserved: number;
  readonly allocated: number;
}

/** An allotment whose counts were changed, grams. */
export interface Changed extends AllotmentKey {
  /** Grams free now. */
  readonly free: number;
  /** The size of its last top-up. */
  readonly grams_topped_up: number;
}

/** More is drawn from allotments than is free in them, or returned than was drawn. The transaction cannot go on. */
export class CountsRefusedError extends Error {
  override readonly name = 'CountsRefusedError';
  readonly code = 'allotment_counts';
  /** The changes, at least one of which was refused. */
  readonly changes: readonly CountChange[];

  constructor(changes: readonly CountChange[], cause: unknown) {
    super('the database refuses counts of an allotment', { cause });
    this.changes = changes;
  }
}

/** The error codes for a change that a constraint of a row refuses: PostgreSQL's, then SQLite's. */
const REFUSED = ['23514', 'SQLITE_CONSTRAINT_CHECK'];

/**
 * Changes the counts of existing allotments, each once, and locks them in the order given until the transaction ends. A
 * constraint of the table refuses grams that are not free, so that the commit can be sent right behind. Allotments of
 * several merchants take PostgreSQL two statements, however many there are; on Citus, each transaction belongs to one
 * merchant.
 * @param drawnAt when orders draw from them, milliseconds since 1970; null if none does.
 * @returns the allotments it changed, in no particular order.
 * @throws CountsRefusedError if the constraint refuses one of them.
 */
export async function changeCounts(
  tx: Tx,
  changes: readonly CountChange[],
  drawnAt: number | null,
): Promise<Changed[]> {
  const merchants = new Set(changes.map(({ merchant_id }) => merchant_id));
  if (merchants.size > 1 && engineOf(tx) === 'postgres') return changeTogether(tx, changes, drawnAt);
  // Sent together, in this order: the database takes them one after the other, in one round trip.
  const changed = await allEnded(...changes.map((change) => changeOne(tx, change, drawnAt)));
  return changed.flat();
}

/** Runs a change. If a constraint refuses it, names the changes. */
async function reportingRefusal<T>(changes: readonly CountChange[], change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw hasCode(error, ...REFUSED) ? new CountsRefusedError(changes, error) : error;
  }
}

async function changeOne(tx: Tx, change: CountChange, drawnAt: number | null): Promise<Changed[]> {
  const { merchant_id, lot, reserved, allocated } = change;
  const build = () =>
    tx
      .updateTable('allotments')
      .set({
        grams_reserved: sql`grams_reserved + ${reserved}`,
        grams_allocated: sql`grams_allocated + ${allocated}`,
        drawn_at: sql`coalesce(cast(${drawnAt} as bigint), drawn_at)`,
      })
      .where('merchant_id', '=', merchant_id)
      .where('lot', '=', lot)
      .returning(['merchant_id', 'lot', 'grams_topped_up'])
      .returning(sql<number>`grams - grams_reserved - grams_allocated`.as('free'))
      .compile();
  const parameters = [reserved, allocated, drawnAt, merchant_id, lot];
  return reportingRefusal([change], () => prepared(tx, 'change allotment', build, parameters));
}

/** Locks the rows first: an update of several rows would lock them in whatever order its plan has. */
const LOCK = `select 1 as locked
  from unnest($1::text[], $2::text[]) with ordinality as given(merchant_id, lot, place)
  join allotments on allotments.merchant_id = given.merchant_id and allotments.lot = given.lot
  order by place for no key update of allotments`;

const CHANGE = `update allotments set
    grams_reserved = grams_reserved + given.reserved,
    grams_allocated = grams_allocated + given.allocated,
    drawn_at = coalesce($5::bigint, drawn_at)
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as given(merchant_id, lot, reserved, allocated)
  where allotments.merchant_id = given.merchant_id and allotments.lot = given.lot
  returning allotments.merchant_id, allotments.lot, grams_topped_up,
    grams - grams_reserved - grams_allocated as free`;

async function changeTogether(
  tx: Tx,
  changes: readonly CountChange[],
  drawnAt: number | null,
): Promise<Changed[]> {
  const keys = [changes.map(({ merchant_id }) => merchant_id), changes.map(({ lot }) => lot)];
  const by = [changes.map(({ reserved }) => reserved), changes.map(({ allocated }) => allocated)];
  const parameters = [...keys, ...by, drawnAt];
  const [, changed] = await allEnded(
    prepared(tx, 'lock allotments', () => CompiledQuery.raw(LOCK, keys), keys),
    reportingRefusal(changes, () =>
      prepared(tx, 'change allotments', () => CompiledQuery.raw(CHANGE, parameters), parameters),
    ),
  );
  return changed as Changed[];
}
