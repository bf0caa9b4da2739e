/** Caches figures of the live source for a limited time. */
import type { TimFigures } from './tim-response.ts';

/** A flight's figures with the version of their model; undefined figures: the source has none. */
export interface CachedFigures {
  readonly figures: TimFigures | undefined;
  readonly modelVersion: string;
}

/** Figures by flight. */
export interface TimCache {
  /** Returns the cached figures of a flight; undefined if there are none, or they have expired. */
  readonly find: (key: string) => CachedFigures | undefined;
  readonly keep: (key: string, found: CachedFigures) => void;
}

/** Limits of a cache. */
export interface TimCacheLimits {
  /** Lifetime of figures, milliseconds. */
  readonly keepMs: number;
  /** Lifetime of the fact that there are none, milliseconds: a schedule may still be published. */
  readonly keepNoneMs: number;
  /** Number of flights. */
  readonly maxFlights: number;
}

/** Creates a cache that evicts the oldest flights first. */
export function createTimCache(
  { keepMs, keepNoneMs, maxFlights }: TimCacheLimits,
  now: () => number,
): TimCache {
  const entries = new Map<string, { readonly found: CachedFigures; readonly until: number }>();
  return {
    find(key) {
      const entry = entries.get(key);
      return entry !== undefined && entry.until > now() ? entry.found : undefined;
    },
    keep(key, found) {
      entries.delete(key);
      entries.set(key, { found, until: now() + (found.figures ? keepMs : keepNoneMs) });
      const [oldest] = entries.keys();
      if (entries.size > maxFlights && oldest !== undefined) entries.delete(oldest);
    },
  };
}
