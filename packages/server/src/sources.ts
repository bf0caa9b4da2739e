/** Publishers of the data behind a figure, as its estimator states them. */
import { emissionPublisherSchema, type StepSource, stepSourcesSchema } from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';

/**
 * Returns the steps of a result that name a publisher; empty if it states none, or not in the interface's form. A name
 * that the interface refuses is left out: the merchant's own estimator must not cost a traveller the order.
 */
export function sourcesOf({ provenance }: FlightEstimateResponse): StepSource[] {
  const parsed = stepSourcesSchema.safeParse(provenance);
  return parsed.success
    ? parsed.data.filter(({ publisher }) => emissionPublisherSchema.safeParse(publisher).success)
    : [];
}
