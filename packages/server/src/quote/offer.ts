import { isCurrency, type Project, projectSchema } from '@flight-offset/core';
import type { OfferResponse } from '@flight-offset/core/server';
import type { PriceRate } from './price.ts';

/** What a new order would buy, as far as the service states it. */
export interface KnownOffer {
  readonly rate?: PriceRate;
  readonly project?: Project;
  /** Whether the service refuses an order that would not cost its `expected_price`. */
  readonly holdsPrice?: boolean;
}

/** The service's offer, remembered for a while. */
export interface OfferCache {
  get(): Promise<KnownOffer>;
  /** Discards the remembered offer: an order was refused because the price has changed. */
  forget(): void;
}

/**
 * How long an offer is good, and how long its absence, milliseconds. Short: until it is read again, quotes show a
 * price at which the service no longer sells.
 */
const FRESH_MS = 10_000;
const ABSENT_MS = 5_000;

/**
 * Remembers the service's offer, so that a quote costs one call to it and not two. A service without this
 * extension, or whose extension fails, has no offer: a quote then has no price.
 */
export function createOfferCache(
  read: () => Promise<OfferResponse | undefined>,
  now: () => number,
): OfferCache {
  let kept: Promise<KnownOffer> | undefined;
  let until = 0;
  return {
    get() {
      if (kept && now() < until) return kept;
      until = now() + FRESH_MS;
      kept = read().then(readOffer, () => {
        until = now() + ABSENT_MS;
        return {};
      });
      return kept;
    },
    forget() {
      kept = undefined;
    },
  };
}

function readOffer(offer: OfferResponse | undefined): KnownOffer {
  if (!offer) return {};
  const { price_per_tonne: perTonne, currency, extensions } = offer;
  const project = projectSchema.safeParse(offer.project);
  return {
    ...(perTonne !== undefined &&
      isCurrency(String(currency)) && { rate: { perTonne, currency: String(currency) } }),
    ...(Array.isArray(extensions) && { holdsPrice: extensions.includes('expected_price') }),
    ...(project.success && { project: project.data }),
  };
}
