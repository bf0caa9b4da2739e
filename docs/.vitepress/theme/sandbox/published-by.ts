import type { ProvenanceStep } from '@flight-offset/core';

/** States who published the figure of a step, and for which period; empty for the caller's or the engine's own. */
export function publishedBy({ publisher, period }: ProvenanceStep): string {
  return [publisher, period].filter((part) => part !== undefined).join(', ');
}
