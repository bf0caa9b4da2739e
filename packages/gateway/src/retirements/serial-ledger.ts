import { formatSerials, type SerialRange, serialsOverlap } from '@flight-offset/core/retirement';
import { sql } from 'kysely';
import { normalizeSpelling } from '../projects/normalize-spelling.ts';
import type { RetirementSerialRow } from '../store/schema.ts';
import { locking } from '../store/sql/locking.ts';
import type { Tx } from '../store/transaction.ts';

/** Serial numbers that another retirement already has. */
export class SerialsReusedError extends Error {
  override readonly name = 'SerialsReusedError';
  readonly code = 'serial_reused';

  constructor(problem: string) {
    super(`Nothing was recorded: ${problem}`);
  }
}

/**
 * Locks the ledger until the transaction ends, so that two processes that record at once take turns, and the second
 * sees what the first recorded. Orders of the projects are not held up.
 */
export async function lockLedger(tx: Tx): Promise<void> {
  await locking(tx, tx.selectFrom('projects').select('id').orderBy('id')).execute();
}

/**
 * Enters the serial numbers of a retirement. Ranges of a block form a chain in the database, each naming the last
 * number of the previous one, so that two ranges which overlap cannot both be there, whoever enters them.
 * @throws SerialsReusedError that names the range and the earlier retirement that has it.
 */
export async function enterSerials(
  tx: Tx,
  { id: retirement, registry }: { readonly id: string; readonly registry: string },
  range: SerialRange,
): Promise<void> {
  const key = { registry: normalizeSpelling(registry), block: normalizeSpelling(range.block) };
  const ofBlock = tx
    .selectFrom('retirement_serials')
    .select(['first', 'last', 'retirement'])
    .where('registry', '=', key.registry)
    .where('block', '=', key.block);
  const before = await ofBlock.where('last', '<', range.first).orderBy('last', 'desc').executeTakeFirst();
  const after = await ofBlock.where('last', '>=', range.first).orderBy('last').executeTakeFirst();
  const other =
    after && after.first <= range.last
      ? after
      : await findCrossingRange(tx, key.registry, { ...range, ...key });
  if (other) {
    // This retirement is not recorded, so nobody could look up its identifier.
    const isItself = other.retirement === retirement;
    const whose = isItself ? 'another range of this retirement' : `serial numbers of ${other.retirement}`;
    throw new SerialsReusedError(`${formatSerials(range)} overlaps ${whose}`);
  }
  if (after) {
    await tx
      .updateTable('retirement_serials')
      .set({ previous: range.last })
      .where('registry', '=', key.registry)
      .where('block', '=', key.block)
      .where('last', '=', after.last)
      .execute();
  }
  await tx
    .insertInto('retirement_serials')
    .values({
      ...key,
      first: range.first,
      last: range.last,
      previous: before?.last ?? null,
      retirement,
      shown: range.block,
      digits: range.digits ?? null,
    })
    .execute();
}

/**
 * Reads the ranges of a retirement, always in one order: by first number, then by block. The database has no order for
 * equal numbers, and sorts text by its locale, which changes with a move to another database.
 */
export async function readSerialsOf(
  tx: Pick<Tx, 'selectFrom'>,
  retirement: string,
): Promise<RetirementSerialRow[]> {
  const rows = await tx
    .selectFrom('retirement_serials')
    .selectAll()
    .where('retirement', '=', retirement)
    .execute();
  return rows.toSorted((one, other) => one.first - other.first || (one.block < other.block ? -1 : 1));
}

/** Takes the ranges of a retirement out of their chains. @returns the ranges. */
export async function removeSerials(tx: Tx, retirement: string): Promise<RetirementSerialRow[]> {
  const ranges = await readSerialsOf(tx, retirement);
  for (const { registry, block, last } of ranges) {
    // Read again: the previous range may have been one of those removed.
    const { previous } = await tx
      .deleteFrom('retirement_serials')
      .where('registry', '=', registry)
      .where('block', '=', block)
      .where('last', '=', last)
      .returning('previous')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('retirement_serials')
      .set({ previous })
      .where('registry', '=', registry)
      .where('block', '=', block)
      .where('previous', '=', last)
      .execute();
  }
  return ranges;
}

/** Returns a range as it was entered. */
export function enteredRange({
  shown: block,
  first,
  last,
  digits,
}: Pick<RetirementSerialRow, 'shown' | 'first' | 'last' | 'digits'>): SerialRange {
  return { block, first, last, ...(digits !== null && { digits }) };
}

/**
 * Finds a range of a registry which shares a credit with this one but runs over another of its numbers: `A-1-*` from 5
 * to 9 and `A-*-7` from 1 to 3 share A-1-7. The chain of a block would not show this.
 */
async function findCrossingRange(
  tx: Tx,
  registry: string,
  range: SerialRange,
): Promise<{ readonly retirement: string } | undefined> {
  const alike = range.block.replaceAll(/[!%_]/g, '!$&').replaceAll(/\d+|\*/g, '%');
  const rows = await tx
    .selectFrom('retirement_serials')
    .select(['block', 'first', 'last', 'retirement'])
    .where('registry', '=', registry)
    .where('block', '<>', range.block)
    .where(sql<boolean>`block like ${alike} escape '!'`)
    .execute();
  return rows.find((row) => serialsOverlap(row, range));
}
