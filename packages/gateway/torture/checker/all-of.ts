import type { Check } from './facts.ts';

/** Joins checks into one, which returns the findings of each. */
export function allOf(...checks: readonly Check[]): Check {
  return (evidence) => checks.flatMap((check) => check(evidence));
}
