/** Who publishes what a figure rests on, as its estimator states it. */
import { emissionPublisherSchema, type StepSource, stepSourcesSchema } from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';

/**
 * The steps of a result that name a publisher; empty where it states none, or not in the interface's words. A name which the
 * interface refuses is left out: an estimator of the merchant's own must not cost a traveller the order.
 */
export function sourcesOf({ provenance }: FlightEstimateResponse): StepSource[] {
  const parsed = stepSourcesSchema.safeParse(provenance);
  return parsed.success
    ? parsed.data.filter(({ publisher }) => emissionPublisherSchema.safeParse(publisher).success)
    : [];
}
