import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Lanes per merchant: so many that two origins hardly ever share one, and few enough to read all of them. */
const LANES = 1000;

/**
 * Returns the lane of a merchant's webhooks to one origin. Webhooks in a lane share slots, so that a slow origin delays
 * no other. A hash of the origin selects one of a fixed number of lanes, because a merchant may use another origin for
 * each order, and each claim reads all lanes.
 */
export function laneOf(merchantId: string, url: string): string {
  const digest = hash('sha256', new URL(url).origin, 'buffer');
  return `${merchantId} ${digest.readUInt32BE() % LANES}`;
}

/** Returns the merchant of a lane. */
export function merchantOf(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}

/** Maximum numbers of concurrent attempts of a process. */
export interface SlotLimits {
  /** For all merchants together; a merchant's first attempt always finds a slot. */
  readonly total: number;
  readonly perMerchant: number;
  readonly perLane: number;
}

const LIMITS: SlotLimits = { total: 256, perMerchant: 32, perLane: 16 };

/** Concurrent attempts to a new origin. */
const FIRST_WINDOW = 2;
/** Maximum number of remembered lanes: merchants choose their endpoints. */
const MAX_WINDOWS = 10_000;

/** Shares the slots of a process between lanes. */
export interface Lanes {
  /** Returns how many attempts each of these lanes may begin now, starting with the lane whose turn it is. */
  share(lanes: readonly string[]): Map<string, number>;
  begin(lane: string): void;
  /** @param responded whether a response came, with any status. */
  end(lane: string, responded: boolean): void;
}

/**
 * Creates lanes that take turns. Each has a window of attempts: a response widens it by one, and a missing response
 * narrows it to one, so that an origin which does not respond soon holds only one slot.
 */
export function createLanes(limits: SlotLimits = LIMITS): Lanes {
  const windows = new LRUCache<string, number>({ max: MAX_WINDOWS });
  const byLane = new Map<string, number>();
  const byMerchant = new Map<string, number>();
  let total = 0;
  /** The last lane that was granted a slot. */
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
      // One slot for each, then a second one for each, as long as there are slots.
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
      windows.set(lane, responded ? (windows.get(lane) ?? FIRST_WINDOW) + 1 : 1);
    },
  };
}
