import {
  MAX_ORDER_GRAMS,
  MAX_TOKEN_LENGTH,
  type OfferedPortfolio,
  type QuoteOption,
} from '@flight-offset/core';
import { CheckoutError } from '../checkout-error.ts';
import type { Itinerary } from '../itinerary.ts';
import type { Offset } from '../offset.ts';
import { gramsOfFraction } from '../pricing/amounts.ts';
import { checkPrice, formatPrice, type PriceResult, priceAtRate } from '../pricing/price.ts';
import type { KnownOffer } from '../service/offer.ts';
import type { QuoteClaims } from '../tokens/quote-token.ts';

/** Inputs for the options of a quote. */
export interface WantedOptions {
  /** Claims that every token of the quote shares. */
  readonly claims: Omit<QuoteClaims, 'q' | 'g' | 's'>;
  readonly gramsTotal: number;
  readonly itinerary: Itinerary;
}

/**
 * Returns the options to contribute, one per fraction, each with its token.
 * @throws CheckoutError `bad_request` if an option is more than one order may hold, or the metadata too long for a
 * token.
 * @param portfolio the traveller's choice; by default the service's own, for travellers that choose nothing.
 */
export async function optionsOf(
  offset: Offset,
  wanted: WantedOptions,
  offer: KnownOffer,
  portfolio?: OfferedPortfolio,
): Promise<QuoteOption[]> {
  const { fractions } = offset.amounts;
  return Promise.all(
    fractions.map((fraction) => optionOf(offset, { ...wanted, fraction }, offer, portfolio)),
  );
}

async function optionOf(
  offset: Offset,
  {
    claims,
    gramsTotal,
    itinerary: { legs, locale },
    fraction,
  }: WantedOptions & { readonly fraction: number },
  { rate, available, extensions }: KnownOffer,
  portfolio: OfferedPortfolio | undefined,
): Promise<QuoteOption> {
  const grams = gramsOfFraction(gramsTotal, fraction, offset.amounts);
  if (grams > MAX_ORDER_GRAMS) {
    const message = `travellers: emit more than one order may hold, ${MAX_ORDER_GRAMS / 1000} kg; quote them in parts`;
    throw new CheckoutError('bad_request', message, { field: 'travellers' });
  }
  const offered = portfolio && rate ? { ...rate, perTonne: portfolio.price_per_tonne } : rate;
  const setting = offset.options.price ?? offered;
  const cost: PriceResult | undefined =
    typeof setting === 'function'
      ? await setting({ grams, fraction, legs, locale })
      : setting && priceAtRate(grams, setting);
  if (cost) checkPrice(cost);
  const token = await offset.tokens.issue({
    ...claims,
    ...(portfolio && { o: portfolio.id }),
    q: crypto.randomUUID(),
    g: grams,
    s: fraction,
    ...(cost && { m: [cost.amountMinor, cost.currency] }),
    // The service cannot hold a price that the merchant set.
    ...(cost && extensions.has('expected_price') && setting === offered && { e: 1 as const }),
  });
  // The other claims of a token are short.
  if (token.length > MAX_TOKEN_LENGTH) {
    const message = `metadata: is too long: it must fit into a token of ${MAX_TOKEN_LENGTH} characters`;
    throw new CheckoutError('bad_request', message, { field: 'metadata' });
  }
  const left = portfolio ? portfolio.available : available;
  return {
    fraction,
    grams,
    ...(cost && { price: formatPrice(cost, locale) }),
    token,
    ...(left !== undefined && grams > left && { soldOut: true as const }),
  };
}
