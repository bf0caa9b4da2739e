import type { ContrailRisk, Flight, FlightLabel, Language, Method, Project } from '@flight-offset/core';
import type { OffsetClient, OffsetClientOptions } from '@flight-offset/core/server';
import type { FinalOrder } from './final-order.ts';
import type { LaterMessages } from './messages/messages.ts';
import type { AmountOptions } from './pricing/amounts.ts';
import type { PriceFunction, PriceRate } from './pricing/price.ts';
import type { BreakerOptions } from './service/breaker.ts';
import type { FlightEstimates } from './service/estimator.ts';
import type { OffsetStore } from './stores/store.ts';

/** A value, or undefined, now or later. */
export type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Options for what the page shows of an itinerary. */
export interface PolicyOptions {
  /** Whether the page may show per-passenger figures; see `exceptOnEuRoutes`. Default true. */
  readonly showFigures?: boolean | ((legs: readonly Flight[]) => boolean);
  /** Market whose wording the page uses, such as `eu`; the quote has it as `market`. Default: none. */
  readonly market?: string | ((legs: readonly Flight[]) => string | undefined);
  /** Flight Emissions Label of the itinerary, for the label slot of the widget. Default: none. */
  readonly label?: (legs: readonly Flight[]) => Maybe<FlightLabel>;
  /** Risk of contrails, shown beside the figure and never added to it. Default: none. */
  readonly contrails?: (legs: readonly Flight[]) => Maybe<ContrailRisk>;
  /**
   * Names of airports' cities by code, in the page's language, a BCP 47 tag, such as `cityNames` of
   * `@flight-offset/emissions/cities`. Without a city, the airport's code is shown. Default: none.
   */
  readonly cities?: (
    airports: readonly string[],
    locale: string | undefined,
  ) => Maybe<Readonly<Record<string, string>>>;
}

/** Operation and request of a failure, for `onError`. */
export interface ErrorContext {
  /** Name of the route or function, such as `quote` or `reconcile`. */
  readonly operation: string;
  /** `x-request-id` of the handler's own response, if there is one. */
  readonly requestId?: string;
}

/** Options of the merchant. Only `service` is required. */
export interface OffsetOptions {
  /** The service: the client's options, or a client of your own. */
  readonly service: OffsetClientOptions | OffsetClient;
  /**
   * Secrets that sign quotes and seal links to contribute later; the first signs, all are accepted. Default: the API
   * secret (a new one ends them); none if requests are signed with a private key.
   */
  readonly quoteSecret?: string | readonly string[];
  /** Lifetime of a quote, seconds. Default 1800. */
  readonly quoteTtlSeconds?: number;
  /** How long after its expiry `confirmWithBooking` accepts a quote, seconds. Default 86 400. */
  readonly confirmGraceSeconds?: number;
  /**
   * ISO 4217 code of prices if the page names none and the service offers it; default the service's own. If `price` is
   * set, the currency is that of the price.
   */
  readonly currency?: string;
  /** Parts of the footprint to offer, and what counts towards it. Default: all of it. */
  readonly amounts?: AmountOptions;
  /** Price of an option: a rate, or a function of the grams. Default: the price of the service's offer, or none. */
  readonly price?: PriceRate | PriceFunction;
  /** Project that a contribution supports. Default: the project of the service's offer, or none. */
  readonly project?: Project;
  /** How estimates are made, in words for a traveller. Default: the method that the service states. */
  readonly method?: Method;
  /** Options for what the page shows of an itinerary. Default: figures. */
  readonly policy?: PolicyOptions;
  /**
   * Estimates flights in place of the service, such as `timEstimator` of `@flight-offset/emissions/tim`. Labels and
   * contrails that it states are passed to the page, unless `policy` states others. Default: the service.
   */
  readonly estimator?: FlightEstimates;
  /** URL of this handler's `webhooks` endpoint, as the service reaches it; without it, orders carry no `callback_url`. */
  readonly webhookUrl?: string;
  /** Secrets (`whsec_…`) that verify webhooks. A webhook that cannot be verified still triggers a check of its order. Default: none. */
  readonly webhookSecrets?: readonly string[];
  /**
   * Return URL of the traveller; added to `payment_url` as `return_url` (an extension). The service has to permit its
   * origin; otherwise its page has no back button. Default: none.
   */
  readonly returnUrl?: string;
  /** Texts of the page behind a link to contribute later, by language. Default: the built-in ones. */
  readonly laterMessages?: { readonly [L in Language]?: Partial<LaterMessages> };
  /** Origins of payment pages and receipts; `*` for any https one. Default: the origin of the service. */
  readonly paymentOrigins?: readonly string[];
  /** Store of quotes and orders, shared by all processes. Default: `memoryStore()`. */
  readonly store?: OffsetStore;
  /** When calls fail at once because the service is down. Default: for 10 seconds after 5 failures in a row. */
  readonly breaker?: BreakerOptions;
  /** Maximum number of pages of the service's list to scan for one order, 100 orders each. Default 10. */
  readonly searchPages?: number;
  /**
   * Called once for each paid order, after the service has confirmed it: by the order's id if it has that extension,
   * otherwise through its list of orders. If it throws, or the process stops while it runs, it is called again later.
   * The webhook and the traveller's return page wait for it: queue slow work.
   */
  readonly onOrderCompleted?: (order: FinalOrder) => void | Promise<void>;
  /** Called once for each failed order, like `onOrderCompleted`. */
  readonly onOrderFailed?: (order: FinalOrder) => void | Promise<void>;
  /**
   * Receives every failure with its cause, for a log; messages hold no secret. Default: one line on stderr with the
   * operation, the cause and what to do.
   */
  readonly onError?: (error: unknown, context: ErrorContext) => void | Promise<void>;
  /** Current time in milliseconds since 1970, for tests. Default: `Date.now`. */
  readonly now?: () => number;
}
