/** Key of an allotment: its merchant and its lot. */
export interface AllotmentKey {
  readonly merchant_id: string;
  readonly lot: string;
}

/** Returns a name for an allotment, as the key of a map. */
export function allotmentName({ merchant_id, lot }: AllotmentKey): string {
  return `${merchant_id}\0${lot}`;
}

/** Grams that a merchant draws from one lot, or wants to be free in its allotment of it. */
export interface Wanted extends AllotmentKey {
  readonly grams: number;
}

/**
 * An allotment has less free than its merchant wants to draw: the transaction is rolled back, the allotment topped up
 * in another one, and the work repeated. See `untilAllotted`.
 */
export class AllotmentShortError extends Error {
  override readonly name = 'AllotmentShortError';
  readonly code = 'allotment_short';
  /** Grams that must be free before the work is repeated. */
  readonly wanted: readonly Wanted[];
  /** All grams that the work draws, also from allotments with enough free: they must not lose them meanwhile. */
  readonly drawn: readonly Wanted[];

  constructor(wanted: readonly Wanted[], drawn: readonly Wanted[] = wanted) {
    const lots = [...new Set(wanted.map(({ lot }) => lot))].join(', ');
    super(`the allotment of ${lots} has too little free; top it up, and repeat`);
    this.wanted = wanted;
    this.drawn = drawn;
  }
}

/** Adds up grams by allotment, in the order in which every transaction locks them, so that no two deadlock. */
export function sumsInOrder(rows: Iterable<Wanted>): Wanted[] {
  const sums = new Map<string, Wanted>();
  for (const { merchant_id, lot, grams } of rows) {
    const name = allotmentName({ merchant_id, lot });
    sums.set(name, { merchant_id, lot, grams: grams + (sums.get(name)?.grams ?? 0) });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
