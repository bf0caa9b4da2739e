import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Lanes per merchant: so many that two of its origins hardly ever share one, and so few that all can be looked into.
 */
const LANES = 1000;

/**
 * The lane of a merchant's webhooks to one origin. Webhooks in a lane share slots, so that a slow origin delays nobody
 * else. A hash of the origin selects one of a fixed number of lanes: a merchant may name another origin in each order,
 * and every webhook looks into all lanes.
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
  /** Total of all merchants; a merchant's first attempt always finds a slot. */
  readonly total: number;
  readonly perMerchant: number;
  readonly perLane: number;
}

const LIMITS: SlotLimits = { total: 256, perMerchant: 32, perLane: 16 };

/** Concurrent attempts to an origin about which nothing is known yet. */
const FIRST_WINDOW = 2;
/** How many origins are remembered: merchants choose their callback addresses. */
const MAX_WINDOWS = 10_000;

/** Shares the slots of a process between lanes. */
export interface Lanes {
  /** How many attempts each of these lanes may begin now, starting with the lane whose turn it is. */
  share(lanes: readonly string[]): Map<string, number>;
  begin(lane: string): void;
  /** @param responded whether a response came, whatever it was. */
  end(lane: string, responded: boolean): void;
}

/**
 * Lanes take turns. Each has a window of attempts: a response widens it by one, and a missing response narrows it to
 * one, so that an origin which does not respond soon holds only one slot.
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
      // One slot each, then a second one each, as long as there are slots.
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
