import type { CheckoutErrorBody, Quote, QuoteRequest, ReadyQuote } from '@flight-offset/core';
import { choicesQuote } from './choices-quote.ts';
import { readyQuote } from './ready-quote.ts';

/** Behaviour of the fake backend that differs from the usual one. */
export interface Scenario {
  /** Response of `quote`. */
  readonly quote: (request: QuoteRequest) => Quote;
  /** Milliseconds before every response. */
  readonly delay?: number;
  /** Error of `quote`. */
  readonly quoteError?: CheckoutErrorBody['code'] | 'network';
  /** Error of `orders`. */
  readonly orderError?: CheckoutErrorBody['code'] | 'network';
  /** The first quote's tokens have expired by the time of the order. */
  readonly expired?: boolean;
  /** Quotes after the first cost more. */
  readonly priceIncrease?: boolean;
  /** Payment URL that `orders` returns; `{id}` is the order. */
  readonly paymentUrl?: string;
}

/** Name of a situation of the fake backend. */
export type ScenarioName =
  | 'ready'
  | 'lower'
  | 'typical'
  | 'higher'
  | 'bare'
  | 'noComparison'
  | 'noProject'
  | 'noPrice'
  | 'oneOption'
  | 'choices'
  | 'figuresNone'
  | 'officialLabel'
  | 'contrails'
  | 'longNames'
  | 'rightToLeft'
  | 'twelveLegs'
  | 'unavailable'
  | 'slow'
  | 'neverResponds'
  | 'failed'
  | 'offline'
  | 'orderFailed'
  | 'alreadyPaid'
  | 'expired'
  | 'priceIncrease'
  | 'foreignPaymentUrl';

const withLevel =
  (level: 'lower' | 'typical' | 'higher', factor: number) =>
  (request: QuoteRequest): Quote => {
    const quote = readyQuote(request);
    const typicalGramsPerPassenger = Math.round(quote.gramsPerPassenger * factor);
    return { ...quote, comparison: { ...quote.comparison!, level, typicalGramsPerPassenger } };
  };

const without =
  (...names: ('comparison' | 'range' | 'project')[]) =>
  (request: QuoteRequest): Quote => {
    const quote = readyQuote(request);
    for (const name of names) delete quote[name];
    return quote;
  };

const change =
  (make: (quote: ReadyQuote) => Partial<ReadyQuote>) =>
  (request: QuoteRequest): Quote => {
    const quote = readyQuote(request);
    return { ...quote, ...make(quote) };
  };

const LONG = 'Rehabilitation and conservation of coastal mangrove forests in the Sundarbans delta region';

/** Situations worth testing a page against, by name. */
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  /** Figures, a range, a comparison, a project, three options with prices. */
  ready: { quote: readyQuote },
  lower: { quote: withLevel('lower', 1.12) },
  typical: { quote: withLevel('typical', 1) },
  higher: { quote: withLevel('higher', 0.88) },
  /** The backend knows neither range nor comparison. */
  bare: { quote: without('comparison', 'range') },
  noComparison: { quote: without('comparison') },
  noProject: { quote: without('project') },
  noPrice: {
    quote: change(({ options }) => ({ options: options.map(({ price: _, ...option }) => option) })),
  },
  oneOption: {
    quote: change(({ options }) => ({ options: options.filter(({ fraction }) => fraction === 1) })),
  },
  /** Projects to choose from: credits, fuel, and one that is sold out. */
  choices: { quote: choicesQuote },
  /** Per-passenger figures may not be shown on this route. */
  figuresNone: { quote: change(() => ({ showFigures: false })) },
  /** The same, with an official label instead. */
  officialLabel: {
    quote: change(() => ({
      showFigures: false,
      label: { text: 'Flight Emissions Label: 92 kg', url: 'https://label.example/LX38' },
    })),
  },
  /** The risk of contrails is known: shown beside the figure, never part of it. */
  contrails: {
    quote: change(() => ({
      contrails: { risk: 'high', method: 'CoCiP with ERA5 weather', url: 'https://example.com/contrails' },
    })),
  },
  longNames: {
    quote: change(({ legs, project }) => ({
      project: { ...project!, name: LONG },
      legs: legs.map((leg) => ({
        ...leg,
        aircraft: [
          { icao: 'B39M', name: 'Boeing 737 MAX 9 (high density layout)', body: 'narrow', share: 1 },
        ],
      })),
      method: { name: LONG, version: '3.0.0.20261121', url: 'https://example.com/method', note: LONG },
    })),
  },
  /** Names in a right-to-left script, whatever the page's language. */
  rightToLeft: {
    quote: change(({ project }) => ({ project: { ...project!, name: 'مشروع طاقة الرياح في تاميل نادو' } })),
  },
  /** An itinerary of twelve flights, whatever was requested. */
  twelveLegs: {
    quote: (request) => readyQuote({ ...request, flights: Array(12).fill(request.flights[0]) }),
  },
  unavailable: {
    quote: (): Quote => ({
      status: 'unavailable',
      reasons: [{ flight: 0, code: 'unknown_airport', message: 'flights[0].origin is not a known airport' }],
    }),
  },
  slow: { quote: readyQuote, delay: 3000 },
  /** Never responds. */
  neverResponds: { quote: readyQuote, delay: Number.POSITIVE_INFINITY },
  failed: { quote: readyQuote, quoteError: 'service_unavailable' },
  offline: { quote: readyQuote, quoteError: 'network', orderError: 'network' },
  /** The payment page cannot be opened. */
  orderFailed: { quote: readyQuote, orderError: 'service_unavailable' },
  /** The order is already paid, such as in another tab. */
  alreadyPaid: { quote: readyQuote, orderError: 'quote_used' },
  /** The quote has expired at the time of the order; a new one costs the same. */
  expired: { quote: readyQuote, expired: true },
  /** The quote has expired, and a new one costs more. */
  priceIncrease: { quote: readyQuote, expired: true, priceIncrease: true },
  /** The payment URL has an origin that the quote does not allow. */
  foreignPaymentUrl: { quote: readyQuote, paymentUrl: 'https://elsewhere.example/pay/{id}' },
};
