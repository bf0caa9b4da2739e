import {
  exponentOf,
  GRAMS_PER_CREDIT,
  isCurrency,
  MAX_OFFERED_PORTFOLIOS,
  MAX_ORDER_GRAMS,
  type OfferedPortfolio,
  offeredPortfolioSchema,
  type Project,
  projectSchema,
} from '@flight-offset/core';
import type { OfferResponse } from '@flight-offset/core/server';
import type { OfferedRate } from '../pricing/price.ts';

/** Current offer of the service, as far as it states it. */
export interface KnownOffer {
  readonly rate?: OfferedRate;
  readonly project?: Project;
  /** Grams an order may buy now at this rate; a larger one may be refused. */
  readonly available?: number;
  /** Choices for a traveller, in the currency of the rate. */
  readonly portfolios: readonly OfferedPortfolio[];
  /** Currencies in which the service prices orders. */
  readonly currencies: readonly string[];
  /** Extension fields of a create that the service accepts. */
  readonly extensions: ReadonlySet<string>;
  /** Reading the offer failed, so the service may have one. */
  readonly unreadable?: true;
}

/** The service's offers, remembered for a while. */
export interface OfferCache {
  /** @param currency of the price, if the service offers it; otherwise the service's own currency is used. */
  get(currency?: string): Promise<KnownOffer>;
  /** Discards the remembered offers: an order was refused because the price has changed. */
  forget(): void;
}

/**
 * Lifetime of an offer and of its absence, milliseconds. Short: until it is read again, quotes show a price at which
 * the service no longer sells.
 */
const FRESH_MS = 10_000;
const ABSENT_MS = 5_000;

/** Offer of which nothing is known. */
const NONE: KnownOffer = { portfolios: [], currencies: [], extensions: new Set() };
const UNREADABLE: KnownOffer = { ...NONE, unreadable: true };

interface CachedOffer {
  readonly offer: Promise<KnownOffer>;
  until: number;
}

/**
 * Remembers the service's offers, one per currency, so that a quote costs one call and not two. A service without this
 * extension, or whose extension fails, has no offer: a quote then has no price.
 */
export function createOfferCache(
  read: (currency: string | undefined) => Promise<OfferResponse | undefined>,
  now: () => number,
): OfferCache {
  const cache = new Map<string | undefined, CachedOffer>();

  function cachedOffer(currency: string | undefined): Promise<KnownOffer> {
    const known = cache.get(currency);
    if (known && now() < known.until) return known.offer;
    const entry: CachedOffer = {
      until: now() + FRESH_MS,
      offer: read(currency).then(readOffer, () => {
        entry.until = now() + ABSENT_MS;
        return UNREADABLE;
      }),
    };
    cache.set(currency, entry);
    return entry.offer;
  }

  return {
    async get(currency) {
      const own = await cachedOffer(undefined);
      // Only currencies that the service lists: pages may name anything, and the cache must stay bounded.
      if (currency === undefined || currency === own.rate?.currency || !own.currencies.includes(currency))
        return own;
      return cachedOffer(currency);
    },
    forget() {
      cache.clear();
    },
  };
}

function readOffer(offer: OfferResponse | undefined): KnownOffer {
  if (!offer) return NONE;
  const { price_per_tonne: perTonne, price_step: step, currency } = offer;
  const project = projectSchema.safeParse(offer.project);
  const strings = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const { available } = offer;
  return {
    ...(perTonne !== undefined &&
      isPriceable(perTonne, currency) && {
        rate: { perTonne, currency: String(currency), ...(step !== undefined && { step }) },
      }),
    ...(project.success && { project: project.data }),
    ...(typeof available === 'number' && { available }),
    portfolios: readPortfolios(offer.portfolios, currency),
    currencies: strings(offer.currencies),
    extensions: new Set(strings(offer.extensions)),
  };
}

/** Returns the valid ones of a service's portfolios: an invalid one must not cost travellers the rest. */
function readPortfolios(given: unknown, currency: unknown): OfferedPortfolio[] {
  if (!Array.isArray(given)) return [];
  const valid = given.flatMap((one) => offeredPortfolioSchema.safeParse(one).data ?? []);
  return valid
    .filter(({ price_per_tonne }) => isPriceable(price_per_tonne, currency))
    .slice(0, MAX_OFFERED_PORTFOLIOS);
}

/** Whether the price of the largest order, at this rate, is still an exact number of minor units. */
function isPriceable(perTonne: number, currency: unknown): boolean {
  if (typeof currency !== 'string' || !isCurrency(currency)) return false;
  const credits = MAX_ORDER_GRAMS / GRAMS_PER_CREDIT;
  return Number.isSafeInteger(Math.ceil(perTonne * 10 ** exponentOf(currency)) * credits);
}
