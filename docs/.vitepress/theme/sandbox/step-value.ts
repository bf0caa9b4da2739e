import type { ProvenanceStep } from '@flight-offset/core';

/**
 * Returns the number of a step of a derivation.
 * @throws RangeError if the engine no longer has a step of this name.
 */
export function stepValue(provenance: readonly ProvenanceStep[], step: string): number {
  const value = provenance.find((one) => one.step === step)?.value;
  if (typeof value !== 'number') throw new RangeError(`The derivation has no number for "${step}"`);
  return value;
}
