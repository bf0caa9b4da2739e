/** Time of one gateway, which tests may move forward. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the clock forward; never back, since stored rows are in order. */
  advance(ms: number): void;
}

/** Creates a clock. @param actual the time without tests. */
export function createClock(actual: () => number): Clock {
  let ahead = 0;
  return {
    now: () => actual() + ahead,
    advance(ms) {
      ahead += Math.max(0, ms);
    },
  };
}
