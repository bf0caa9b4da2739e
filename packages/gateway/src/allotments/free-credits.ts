import type { Allotted } from './read-allotments.ts';
import { AllotmentShortError, allotmentName, sumsInOrder, type Wanted } from './wanted.ts';

/** Free grams of lots, as one merchant may draw them. */
export interface MerchantCredits {
  freeIn(lot: string): number;
  /** Takes grams, so that no later order chooses them. */
  draw(lot: string, grams: number): void;
}

/** Free grams of lots: in the allotments of some merchants, in the lots themselves, and anywhere. */
export interface FreeCredits {
  /** Free grams in a merchant's own allotments and in the lots. */
  of(merchantId: string): MerchantCredits;
  /** Free grams anywhere, once these are known; until then, the same as {@link FreeCredits.of}. */
  withOthers(merchantId: string): MerchantCredits;
  /**
   * Sets the grams that are free anywhere, by lot: a snapshot of one moment, whatever has moved since the other figures
   * were read.
   */
  setAnywhere(grams: ReadonlyMap<string, number>): void;
  /** @throws AllotmentShortError if more is drawn than is free in an allotment: top it up first. */
  requireAllotted(): void;
}

/**
 * Tracks free grams while orders choose.
 * @param pooled grams in no allotment, by lot.
 * @param allotted allotments of the drawing merchants.
 * @param merchantIds the drawing merchants, with or without allotments.
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
        short.add(allotmentName({ merchant_id: merchantId, lot }));
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
      const wanted = sums.filter((sum) => short.has(allotmentName(sum)));
      throw new AllotmentShortError(wanted, sums);
    },
  };
}
