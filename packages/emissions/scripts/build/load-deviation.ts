/** Deviations of load factors, packed as one digit each; the reader is `src/us-filings.ts`. */
import { digits } from './pack.ts';

/** Parts of a logarithm in which deviations are packed; src/us-filings.ts knows them too. */
export const LOAD_STEP = 0.02;
/** The same of months. */
export const SEASON_STEP = 0.01;
/** The digit of no deviation. */
const ZERO = 32;

/** One digit for a deviation, given as a logarithm. */
export const deviation = (logarithm: number, step: number): string =>
  digits(Math.max(1, Math.min(63, ZERO + Math.round(logarithm / step))), 1);
