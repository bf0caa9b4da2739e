import type { Allotted } from './read-allotments.ts';
import { AllotmentShortError, nameOf, sumsInOrder, type Wanted } from './wanted.ts';

/** Free grams of lots, as one merchant may draw them. */
export interface MerchantCredits {
  freeIn(lot: string): number;
  /** Counts grams as taken for the next order that chooses. */
  draw(lot: string, grams: number): void;
}

/** Free grams of lots: in the allotments of some merchants, in the lots themselves, and anywhere. */
export interface FreeCredits {
  /** What is free in a merchant's own allotments and in the lots. */
  of(merchantId: string): MerchantCredits;
  /** What is free anywhere, once that is known; until then, the same as {@link FreeCredits.of}. */
  withOthers(merchantId: string): MerchantCredits;
  /**
   * Sets what is free anywhere, by lot: a snapshot of one moment, whatever has moved since the other figures were read.
   */
  setAnywhere(grams: ReadonlyMap<string, number>): void;
  /** @throws AllotmentShortError where more is drawn than is free in an allotment: top it up first. */
  requireAllotted(): void;
}

/**
 * @param pooled grams that no merchant has, by lot.
 * @param allotted what the drawing merchants have.
 * @param merchantIds the drawing merchants, whether or not they have anything.
 */
export function freeCredits(
  pooled: ReadonlyMap<string, number>,
  allotted: readonly Allotted[],
  merchantIds: readonly string[],
): FreeCredits {
  const pool = new Map(pooled);
  const gone = new Map<string, number>();
  let anywhere: ReadonlyMap<string, number> | undefined;
  const own = new Map(merchantIds.map((id) => [id, new Map<string, number>()]));
  for (const { merchant_id, lot, free } of allotted) own.get(merchant_id)?.set(lot, free);
  const drawn: Wanted[] = [];
  const short = new Set<string>();

  /** @param everywhere whether grams may come from other merchants' allotments. */
  function creditsOf(merchantId: string, everywhere: boolean): MerchantCredits {
    const allotment = own.get(merchantId) ?? new Map<string, number>();
    const near = (lot: string): number => (allotment.get(lot) ?? 0) + (pool.get(lot) ?? 0);
    return {
      freeIn: (lot) => (everywhere && anywhere ? (anywhere.get(lot) ?? 0) - (gone.get(lot) ?? 0) : near(lot)),
      draw(lot, grams) {
        drawn.push({ merchant_id: merchantId, lot, grams });
        gone.set(lot, (gone.get(lot) ?? 0) + grams);
        const part = Math.min(grams, allotment.get(lot) ?? 0);
        allotment.set(lot, (allotment.get(lot) ?? 0) - part);
        if (part === grams) return;
        short.add(nameOf({ merchant_id: merchantId, lot }));
        pool.set(lot, Math.max(0, (pool.get(lot) ?? 0) - (grams - part)));
      },
    };
  }

  return {
    of: (merchantId) => creditsOf(merchantId, false),
    withOthers: (merchantId) => creditsOf(merchantId, true),
    setAnywhere(grams) {
      anywhere = grams;
    },
    requireAllotted() {
      if (short.size === 0) return;
      const sums = sumsInOrder(drawn);
      const wanted = sums.filter((sum) => short.has(nameOf(sum)));
      throw new AllotmentShortError(wanted, sums);
    },
  };
}
