/** Whether the credits of an order are retired at their registry: none yet, some of them, or all. */
export const RETIREMENT_STATES = ['allocated', 'partly_retired', 'retired'] as const;

/** Whether the credits of an order are retired at their registry. */
export type RetirementState = (typeof RETIREMENT_STATES)[number];

/**
 * Returns the common state of some credits. @param credits `retirement` is null while the credits are only allocated.
 */
export function retirementState(credits: readonly { readonly retirement: unknown }[]): RetirementState {
  const retired = credits.filter(({ retirement }) => retirement !== null).length;
  if (retired === 0) return 'allocated';
  return retired === credits.length ? 'retired' : 'partly_retired';
}
