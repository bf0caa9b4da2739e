import type { ProvenanceStep } from '@flight-offset/core';

/**
 * The number of a step of a derivation.
 * @throws RangeError where the engine no longer names such a step.
 */
export function stepValue(provenance: readonly ProvenanceStep[], step: string): number {
  const value = provenance.find((one) => one.step === step)?.value;
  if (typeof value !== 'number') throw new RangeError(`The derivation has no number for "${step}"`);
  return value;
}
