import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Lanes of a merchant: enough that two of its origins hardly ever share one, and few enough to look into every one. */
const LANES = 1000;

/**
 * The lane of a merchant's webhooks to one origin: they share slots, and what is slow there delays nobody else. The origin decides
 * in which one they are: a merchant may name another origin in each order, and each webhook of anybody looks into every lane.
 */
export function laneOf(merchantId: string, url: string): string {
  const digest = hash('sha256', new URL(url).origin, 'buffer');
  return `${merchantId} ${digest.readUInt32BE() % LANES}`;
}

/** The merchant of a lane. */
export function merchantOf(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}

/** Attempts a process may have under way at the same time. */
export interface SlotLimits {
  /** All together; the first of a merchant always finds a slot. */
  readonly total: number;
  readonly perMerchant: number;
  readonly perLane: number;
}

const LIMITS: SlotLimits = { total: 256, perMerchant: 32, perLane: 16 };

/** Attempts under way to an origin of which nothing is known yet. */
const FIRST_WINDOW = 2;
/** Origins that are remembered: callback addresses are the merchants' to choose. */
const MAX_WINDOWS = 10_000;

/** Shares the slots of a process between lanes. */
export interface Lanes {
  /** How many attempts each of some lanes may begin now, the lane whose turn it is first. */
  share(lanes: readonly string[]): Map<string, number>;
  begin(lane: string): void;
  /** @param responded whether a response came, whatever it was. */
  end(lane: string, responded: boolean): void;
}

/**
 * Lanes take turns. Each has a window of attempts: a response widens it by one, silence closes it to one, so that an
 * origin which does not respond soon holds a single slot.
 */
export function createLanes(limits: SlotLimits = LIMITS): Lanes {
  const windows = new LRUCache<string, number>({ max: MAX_WINDOWS });
  const byLane = new Map<string, number>();
  const byMerchant = new Map<string, number>();
  let total = 0;
  /** The lane that was served last. */
  let last = '';

  function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
    const next = (counts.get(key) ?? 0) + by;
    if (next === 0) counts.delete(key);
    else counts.set(key, next);
  }

  return {
    share(lanes) {
      const granted = new Map<string, number>();
      const merchants = new Map(byMerchant);
      let running = total;

      function grant(lane: string): boolean {
        const own = (byLane.get(lane) ?? 0) + (granted.get(lane) ?? 0);
        const merchant = merchantOf(lane);
        const ofMerchant = merchants.get(merchant) ?? 0;
        const window = Math.min(windows.get(lane) ?? FIRST_WINDOW, limits.perLane);
        if (own >= window || ofMerchant >= limits.perMerchant) return false;
        if (running >= limits.total && ofMerchant > 0) return false;
        granted.set(lane, (granted.get(lane) ?? 0) + 1);
        merchants.set(merchant, ofMerchant + 1);
        running += 1;
        last = lane;
        return true;
      }

      const sorted = lanes.toSorted();
      const turn = sorted.findIndex((lane) => lane > last);
      let waiting = turn === -1 ? sorted : [...sorted.slice(turn), ...sorted.slice(0, turn)];
      // One each, then a second one each, as long as there are slots.
      while (waiting.length > 0) waiting = waiting.filter(grant);
      return granted;
    },
    begin(lane) {
      total += 1;
      count(byLane, lane, 1);
      count(byMerchant, merchantOf(lane), 1);
    },
    end(lane, responded) {
      total -= 1;
      count(byLane, lane, -1);
      count(byMerchant, merchantOf(lane), -1);
      const wider = Math.min((windows.get(lane) ?? FIRST_WINDOW) + 1, limits.perLane);
      windows.set(lane, responded ? wider : 1);
    },
  };
}
