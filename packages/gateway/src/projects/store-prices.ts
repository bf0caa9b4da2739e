import { toMinorUnits, ValidationError } from '@flight-offset/core';
import type { ProjectPriceTable } from '../store/schema/projects.ts';
import type { Tx } from '../store/transaction.ts';
import type { Catalogue } from './catalogue.ts';

type Entry = Catalogue['projects'][number];
type StoredPrice = Omit<ProjectPriceTable, 'project'>;

/** A price of a file. */
interface StatedPrice {
  readonly price: StoredPrice;
  /** Whether the file states when it takes effect. */
  readonly isTimed: boolean;
  /** Its path in the file. */
  readonly path: string;
}

/**
 * Adds the prices of a project that differ from the prices in effect, and always those that take effect later: until
 * then others may be added.
 * @param at position of the project in the file.
 * @param now when prices without a time take effect.
 * @throws ValidationError for a price that would not take effect, or would end another price of the file.
 */
export async function storePrices(tx: Tx, entry: Entry, at: number, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('project_prices')
    .select(['currency', 'effective_from', 'minor_per_tonne', 'inr_per_unit'])
    .where('project', '=', entry.id)
    .execute();
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const stated = statedPrices(entry, `projects[${at}]`, now);
  for (const one of stated) {
    const { price } = one;
    const held = findPriceAt(known.values(), price.currency, price.effective_from);
    if (price.effective_from <= now && held && isSamePrice(held, price)) continue;
    if (!one.isTimed) refuseReturn(entry, one, stated, held);
    await storePrice(tx, entry.id, price);
    known.set(keyOf(price), price);
  }
  refuseOlder(entry, stated, [...known.values()], now);
}

/** Returns the prices of a project by time, not in the order of the file: each is compared with its predecessor. */
function statedPrices(entry: Entry, path: string, now: number): StatedPrice[] {
  const { price_per_tonne, effective_from, prices } = entry;
  const all = [{ currency: 'INR', price_per_tonne, inr_per_unit: 1, effective_from } as const, ...prices];
  return all
    .map(({ currency, price_per_tonne, inr_per_unit, effective_from }, index) => ({
      price: {
        currency,
        effective_from: effective_from === undefined ? now : Date.parse(effective_from),
        minor_per_tonne: toMinorUnits(price_per_tonne, currency),
        inr_per_unit,
      },
      isTimed: effective_from !== undefined,
      path: index === 0 ? path : `${path}.prices[${index - 1}]`,
    }))
    .toSorted((one, other) => one.price.effective_from - other.price.effective_from);
}

async function storePrice(tx: Tx, project: string, price: StoredPrice): Promise<void> {
  const { minor_per_tonne, inr_per_unit } = price;
  await tx
    .insertInto('project_prices')
    .values({ project, ...price })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'currency', 'effective_from'])
        .doUpdateSet({ minor_per_tonne, inr_per_unit }),
    )
    .execute();
}

/** Refuses to return to an earlier price when a file is imported again after its later price took effect. */
function refuseReturn(
  { id }: Entry,
  { price, path }: StatedPrice,
  stated: readonly StatedPrice[],
  held: StoredPrice | undefined,
): void {
  const { currency, effective_from: now } = price;
  const timed = stated.filter(({ isTimed }) => isTimed).map((one) => one.price);
  const begun = findPriceAt(timed, currency, now);
  if (!begun || !held || !isSamePrice(held, begun)) return;
  const since = new Date(begun.effective_from).toISOString();
  throw new ValidationError(
    `${path}.price_per_tonne`,
    `would end the other price of ${id} in ${currency} that the file states, from ${since}; state one of the two`,
  );
}

/** Refuses a price from before the one in effect: the price to correct would still apply. */
function refuseOlder(
  { id }: Entry,
  stated: readonly StatedPrice[],
  known: readonly StoredPrice[],
  now: number,
): void {
  for (const { price, path } of stated) {
    const { currency } = price;
    const last = findPriceAt(
      stated.map((one) => one.price),
      currency,
      now,
    );
    const holds = findPriceAt(known, currency, now);
    if (price !== last || !holds || isSamePrice(holds, price)) continue;
    const since = new Date(holds.effective_from).toISOString();
    throw new ValidationError(
      `${path}.effective_from`,
      `is before ${since}, since when ${id} has another price in ${currency}; leave it out for a price that holds from now on`,
    );
  }
}

/** Finds the price in a currency that applies at a moment. */
function findPriceAt(prices: Iterable<StoredPrice>, currency: string, at: number): StoredPrice | undefined {
  return [...prices]
    .filter((one) => one.currency === currency && one.effective_from <= at)
    .toSorted((one, other) => other.effective_from - one.effective_from)[0];
}

const keyOf = ({ currency, effective_from }: StoredPrice): string => `${currency} ${effective_from}`;

function isSamePrice(one: StoredPrice, other: StoredPrice): boolean {
  return one.minor_per_tonne === other.minor_per_tonne && one.inr_per_unit === other.inr_per_unit;
}
