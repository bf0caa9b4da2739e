import type { Flight, Quote, QuoteRequest, ReadyQuote } from '@flight-offset/core';
import type { FlightEstimateResponse } from '@flight-offset/core/server';
import { CheckoutError, NOT_CHARGED, toCheckoutError } from '../checkout-error.ts';
import { type Itinerary, readItinerary } from '../itinerary.ts';
import { methodOf, methodsOf, withNotes } from '../method.ts';
import type { Offset } from '../offset.ts';
import type { OffsetOptions } from '../options.ts';
import { airportsVisited } from '../pricing/amounts.ts';
import type { KnownOffer } from '../service/offer.ts';
import { contrailsOf, labelOf } from './beside-figures.ts';
import { choicesOf } from './choices.ts';
import { type Figures, figuresOf } from './figures.ts';
import { optionsOf, type WantedOptions } from './options.ts';
import { noEstimate, noFigures } from './unavailable.ts';

/**
 * Estimates an itinerary and returns the options to contribute. If there is no figure the response is `unavailable`,
 * which is no error.
 * @throws CheckoutError `bad_request` with the invalid field, `service_unavailable`.
 * @example
 * const quoted = await quote(offset, { flights, cabin: 'economy', passengers: 2 });
 * if (quoted.status === 'ready') offer(quoted.options);
 */
export async function quote(
  offset: Offset,
  input: QuoteRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Quote> {
  try {
    const itinerary = readItinerary(input);
    const offering = offset.offers.get(itinerary.currency ?? offset.options.currency);
    const [results, offer] = await Promise.all([
      // Other requests wait for the same offer: it must be read even if the runtime ends this request's work.
      offset
        .estimate(itinerary.legs, options)
        .catch(noEstimate(itinerary.legs))
        .finally(() => offering),
      offering,
    ]);
    requireOffered(offset, itinerary, offer);
    if ('status' in results) return results;
    const figures = figuresOf(itinerary, results, offset.amounts.infantFraction);
    if ('missing' in figures) return noFigures(figures.missing, itinerary.legs);
    return await readyQuote(offset, { itinerary, results, figures, offer });
  } catch (error) {
    throw toCheckoutError(error, NOT_CHARGED);
  }
}

/**
 * @throws CheckoutError if the page names a currency without a price: `service_unavailable` while it is unknown whether
 * there is one.
 */
function requireOffered({ options }: Offset, { currency }: Itinerary, offer: KnownOffer): void {
  if (currency === undefined || options.price || offer.rate?.currency === currency) return;
  if (offer.unreadable) {
    throw new CheckoutError(
      'service_unavailable',
      'The price cannot be read at the moment. Nothing was charged; try again.',
      { retryAfterSeconds: 5 },
    );
  }
  const offered = [...new Set([...offer.currencies, offer.rate?.currency ?? ''])].filter(Boolean).sort();
  const what = offered.length === 0 ? 'the service offers none' : `offered are ${offered.join(', ')}`;
  const message = `currency: ${currency} has no price; ${what}`;
  throw new CheckoutError('bad_request', message, { field: 'currency' });
}

/** Returns the page's tags that the service accepts. */
function acceptedTags(
  { variant, metadata }: Itinerary['tags'],
  { extensions }: KnownOffer,
): Itinerary['tags'] {
  return {
    ...(variant !== undefined && extensions.has('variant') && { variant }),
    ...(metadata && extensions.has('metadata') && { metadata }),
  };
}

/** Parts of a quote that is ready. */
interface QuoteParts {
  readonly itinerary: Itinerary;
  /** Per flight, in its order. */
  readonly results: readonly FlightEstimateResponse[];
  readonly figures: Figures;
  readonly offer: KnownOffer;
}

/** What the merchant's policy determines for some flights. */
interface Wording {
  readonly showFigures: boolean;
  readonly market: string | undefined;
}

function wordingOf({ policy }: OffsetOptions, legs: readonly Flight[]): Wording {
  const { showFigures: setting = true, market } = policy ?? {};
  const showFigures = typeof setting === 'function' ? setting(legs) : setting;
  // A promise counts as true and would show what must be withheld.
  if (typeof showFigures !== 'boolean') throw new TypeError('policy.showFigures must return true or false');
  return { showFigures, market: typeof market === 'function' ? market(legs) : market };
}

/** Returns the claims that every token of the quote shares. @param x when the tokens expire, Unix seconds. */
function claimsOf(
  { itinerary, results, figures, offer }: QuoteParts,
  { showFigures, market }: Wording,
  x: number,
): WantedOptions['claims'] {
  const { legs, travellers, locale } = itinerary;
  const tags = acceptedTags(itinerary.tags, offer);
  return {
    x,
    f: legs.map(legText),
    ...(legs.length > 1 && { l: figures.legs.map(({ gramsPerPassenger }) => gramsPerPassenger) }),
    t: travellers.map(({ cabin, kind, count }) => [cabin, kind, count] as const),
    ...(Object.keys(tags).length > 0 && { a: tags }),
    ...(locale && { n: locale }),
    w: market === undefined ? [showFigures] : [showFigures, market],
    p: methodsOf(results).map(({ name, version, publishers }) => [
      name,
      version ?? '',
      ...(publishers ?? []),
    ]),
    ...(offer.extensions.has('emission_publishers') && { r: 1 as const }),
  };
}

async function readyQuote(offset: Offset, parts: QuoteParts): Promise<ReadyQuote> {
  const { options, amounts } = offset;
  const { itinerary, results, figures: flown, offer } = parts;
  const { legs, travellers, seated } = itinerary;
  const { label, contrails, cities } = options.policy ?? {};
  const wording = wordingOf(options, legs);
  const { showFigures, market } = wording;
  const airports = airportsVisited(legs);
  const ground = Math.round(amounts.groundGrams * airports.length);
  const gramsTotal = flown.total + ground * seated;
  const expires = Math.floor(offset.now() / 1000) + (options.quoteTtlSeconds ?? 1800);
  const wanted = { claims: claimsOf(parts, wording, expires), gramsTotal, itinerary };
  const [choices, labelled, risk, named] = await Promise.all([
    choicesOf(offset, wanted, offer),
    label ? label(legs) : labelOf(results),
    contrails ? contrails(legs) : contrailsOf(results),
    cities?.([...new Set(airports)], itinerary.locale),
  ]);
  const [chosen] = choices;
  const quoteOptions = chosen?.options ?? (await optionsOf(offset, wanted, offer));
  const project = chosen?.project ?? options.project ?? offer.project;
  return {
    status: 'ready',
    cabin: travellers.find(({ kind }) => kind === 'seat')!.cabin,
    passengers: seated,
    showFigures,
    gramsPerPassenger: flown.perPassenger + ground,
    gramsTotal,
    ...shownOf(flown, ground, showFigures),
    ...(named && { cities: named }),
    method: withNotes(options.method ?? methodOf(results), itinerary, ground, airports.length),
    ...(project && { project }),
    options: quoteOptions,
    ...(choices.length > 0 && { choices: choices.map(({ project: _, ...choice }) => choice) }),
    expiresAt: new Date(expires * 1000).toISOString(),
    expiresInSeconds: Math.max(0, Math.floor(expires - offset.now() / 1000)),
    paymentOrigins: [...offset.paymentOrigins],
    ...(ground > 0 && { ground: { gramsPerPassenger: ground, airports } }),
    ...(labelled && { label: labelled }),
    ...(risk && { contrails: risk }),
    ...(market !== undefined && { market }),
  };
}

/** Where figures must not be shown, the legs are without range, comparison, aircraft and sources too. */
function shownOf(
  { range, comparison, legs }: Figures,
  ground: number,
  showFigures: boolean,
): Pick<ReadyQuote, 'range' | 'comparison' | 'legs'> {
  if (!showFigures)
    return { legs: legs.map(({ flight, gramsPerPassenger }) => ({ flight, gramsPerPassenger })) };
  return {
    ...(range && { range: { low: range.low + ground, high: range.high + ground } }),
    ...(comparison && { comparison }),
    legs: [...legs],
  };
}

function legText({ origin, destination, operatingCarrierCode, flightNumber, departureDate }: Flight): string {
  const { year, month, day } = departureDate;
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  return `${origin}-${destination} ${operatingCarrierCode}${flightNumber} ${date}`.toUpperCase();
}
