import type { ProvenanceStep } from '@flight-offset/core';

/** Who published the figure of a step, and for which period; empty for what the caller gave or the engine calculated. */
export function publishedBy({ publisher, period }: ProvenanceStep): string {
  return [publisher, period].filter((part) => part !== undefined).join(', ');
}
