import type { OfferedPortfolio, QuoteOption } from '@flight-offset/core';
import type { Itinerary } from '../itinerary.ts';
import type { Offset } from '../offset.ts';
import { gramsOfFraction } from '../pricing/amounts.ts';
import { formatPrice, type PriceResult, priceAtRate } from '../pricing/price.ts';
import type { KnownOffer } from '../service/offer.ts';
import type { QuoteClaims } from '../tokens/quote-token.ts';

/** What the options of a quote are made of. */
export interface WantedOptions {
  /** What every token of the quote says. */
  readonly claims: Omit<QuoteClaims, 'q' | 'g' | 's'>;
  readonly gramsTotal: number;
  readonly itinerary: Itinerary;
}

/**
 * The options to contribute, one per fraction, each with its token.
 * @param portfolio what the traveller would choose; by default what the service sells to those who choose nothing.
 */
export async function optionsOf(
  offset: Offset,
  wanted: WantedOptions,
  offer: KnownOffer,
  portfolio?: OfferedPortfolio,
): Promise<QuoteOption[]> {
  const { fractions } = offset.amounts;
  return Promise.all(fractions.map((fraction) => optionOf(offset, fraction, wanted, offer, portfolio)));
}

async function optionOf(
  offset: Offset,
  fraction: number,
  { claims, gramsTotal, itinerary: { legs, locale } }: WantedOptions,
  { rate, available, extensions }: KnownOffer,
  portfolio: OfferedPortfolio | undefined,
): Promise<QuoteOption> {
  const grams = gramsOfFraction(gramsTotal, fraction, offset.amounts);
  const offered = portfolio && rate ? { ...rate, perTonne: portfolio.price_per_tonne } : rate;
  const setting = offset.options.price ?? offered;
  const cost: PriceResult | undefined =
    typeof setting === 'function'
      ? await setting({ grams, fraction, legs, locale })
      : setting && priceAtRate(grams, setting);
  const token = await offset.tokens.issue({
    ...claims,
    ...(portfolio && { o: portfolio.id }),
    q: crypto.randomUUID(),
    g: grams,
    s: fraction,
    ...(cost && { m: [cost.amountMinor, cost.currency] }),
    // A price of the merchant's own is none that the service could hold.
    ...(cost && extensions.has('expected_price') && setting === offered && { e: 1 as const }),
  });
  const left = portfolio ? portfolio.available : available;
  return {
    fraction,
    grams,
    ...(cost && { price: formatPrice(cost, locale) }),
    token,
    ...(left !== undefined && grams > left && { soldOut: true as const }),
  };
}
