/** Deviations of load factors, packed as one digit each; the reader is `src/statistics/us-filings.ts`. */
import { NO_DEVIATION } from '../../src/tables/packed-steps.ts';
import { digits } from './pack.ts';

/** One digit for a deviation, given as a logarithm. */
export const deviation = (logarithm: number, step: number): string =>
  digits(Math.max(1, Math.min(63, NO_DEVIATION + Math.round(logarithm / step))), 1);
