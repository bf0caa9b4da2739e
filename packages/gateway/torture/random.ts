/** Random numbers from a seed: the same seed gives the same faults and the same requests. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  chance(part: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Creates a separate source for one part of the run, so that parts do not affect each other. */
  fork(name: string): Random;
}

/** mulberry32, a small generator with a period of 2³². */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    chance: (part) => next() < part,
    pick<T>(from: readonly T[]): T {
      const picked = from[whole(0, from.length - 1)];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
    fork(name) {
      let hash = seed ^ 0x811c9dc5;
      for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
      return createRandom(hash);
    },
  };
}
