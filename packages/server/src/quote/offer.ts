import { type Project, projectSchema } from '@flight-offset/core';
import type { OfferAnswer } from '@flight-offset/core/server';
import type { PriceRate } from './price.ts';

/** What the service says a new order would buy, as far as it says it. */
export interface KnownOffer {
  readonly rate?: PriceRate;
  readonly project?: Project;
}

/** The service's offer, remembered for a while. */
export interface OfferCache {
  get(): Promise<KnownOffer>;
}

/** How long an offer is good, and how long its absence, milliseconds. */
const FRESH_MS = 60_000;
const ABSENT_MS = 5_000;

/**
 * Remembers the service's offer, so that a quote costs one call to it and not two. A service without this
 * extension, or one that fails to answer it, has no offer: a quote does without a price then.
 */
export function createOfferCache(ask: () => Promise<OfferAnswer | undefined>, now: () => number): OfferCache {
  let kept: Promise<KnownOffer> | undefined;
  let until = 0;
  return {
    get() {
      if (kept && now() < until) return kept;
      until = now() + FRESH_MS;
      kept = ask().then(readOffer, () => {
        until = now() + ABSENT_MS;
        return {};
      });
      return kept;
    },
  };
}

function readOffer(offer: OfferAnswer | undefined): KnownOffer {
  if (!offer) return {};
  const { price_per_tonne: perTonne, currency } = offer;
  const project = projectSchema.safeParse(offer.project);
  return {
    ...(perTonne !== undefined && currency !== undefined && { rate: { perTonne, currency } }),
    ...(project.success && { project: project.data }),
  };
}
