/** Figures of Google's Travel Impact Model API or, if it has none, of this package. */
import type { Flight } from '@flight-offset/core';
import { ownIata } from '../carriers/carriers.ts';
import { estimateFlights } from '../index.ts';
import type { LiveEstimate } from './live-estimate.ts';
import { computeFlightEmissions, MAX_FLIGHTS, TIM_URL, unlessAborted } from './tim-api.ts';
import { type CachedFigures, createTimCache } from './tim-cache.ts';
import { type TimFlight, timKey } from './tim-response.ts';
import { liveResult, offlineResult } from './tim-result.ts';

/** Settings of the live source, and its limits. */
export interface TimEstimatorOptions {
  /** Key of your own Google Cloud project with the Travel Impact Model API enabled. A secret: keep it on the server. */
  readonly apiKey: string;
  /** Time limit of the live source, milliseconds; after that the offline figures are returned. Default 2000. */
  readonly timeoutMs?: number;
  /** How long live figures are kept, seconds, more than 0. Default 86 400, a day. */
  readonly cacheSeconds?: number;
  /** Maximum number of flights in the cache, a whole number from 1. Default 10 000. */
  readonly cacheFlights?: number;
  /** How long the live source is not requested again after a failure, seconds. Default 30. */
  readonly pauseSeconds?: number;
  /** Called with each failure of the live source, such as a `TimError`; it holds no secret. */
  readonly onError?: (error: unknown) => void;
  /** Address of the API. Default Google's. */
  readonly baseUrl?: string;
  /** Default: the runtime's own. */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Estimates flights, in order; for the option `estimator` of `@flight-offset/server`.
 * @throws UnsupportedFlightsError naming every flight that this package cannot estimate; then no flight of the list is
 * sent to the live source.
 */
export type LiveEstimator = (
  flights: readonly Flight[],
  options?: { readonly signal?: AbortSignal },
) => Promise<LiveEstimate[]>;

const DAY_MS = 86_400_000;
/** How long the lack of a live figure is cached, milliseconds. */
const KEEP_NONE_MS = 3_600_000;

/** The longest delay of a timer, milliseconds. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Checks the options and adds their defaults. @throws TypeError that names the invalid one. */
function resolveOptions({
  apiKey,
  baseUrl = TIM_URL,
  timeoutMs = 2000,
  pauseSeconds = 30,
  cacheSeconds = 86_400,
  cacheFlights = 10_000,
  now = () => Date.now(),
}: TimEstimatorOptions) {
  if (typeof apiKey !== 'string' || apiKey.trim() === '' || /[^\x21-\x7e]/.test(apiKey))
    throw new TypeError(
      'apiKey is required: a key of a Google Cloud project with the Travel Impact Model API enabled, without spaces or line breaks',
    );
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl must be a whole URL');
  if (!Number.isInteger(timeoutMs) || timeoutMs < 0 || timeoutMs > MAX_TIMEOUT_MS)
    throw new TypeError(`timeoutMs must be a whole number from 0 to ${MAX_TIMEOUT_MS}, not ${timeoutMs}`);
  if (!(pauseSeconds >= 0)) throw new TypeError(`pauseSeconds must be 0 or more, not ${pauseSeconds}`);
  if (!(cacheSeconds > 0)) throw new TypeError('cacheSeconds must be more than 0');
  if (!Number.isInteger(cacheFlights) || cacheFlights < 1)
    throw new TypeError(`cacheFlights must be a whole number from 1, not ${cacheFlights}`);
  return { apiKey, baseUrl, timeoutMs, pauseSeconds, cacheSeconds, cacheFlights, now };
}

/**
 * Returns a flight as the live source identifies it; undefined for a flight that is not requested: one in the past,
 * which the source does not know, or one of a carrier whose own IATA code is unknown.
 */
function timFlightOf(flight: Flight, now: number): TimFlight | undefined {
  const { origin, destination, operatingCarrierCode, flightNumber, departureDate } = flight;
  const { year, month, day } = departureDate;
  // In the west it may still be the previous day; the day before that is requested too.
  if (Date.UTC(year, month - 1, day) < now - 2 * DAY_MS) return undefined;
  const carrier = ownIata(operatingCarrierCode);
  if (carrier === undefined) return undefined;
  return {
    origin: origin.toUpperCase(),
    destination: destination.toUpperCase(),
    operatingCarrierCode: carrier,
    flightNumber,
    departureDate: { year, month, day },
  };
}

/** Known figures of flights, by {@link timKey}. */
type Found = ReadonlyMap<string, CachedFigures>;

const NOTHING: Found = new Map();

/**
 * Creates an estimator with a live source: figures of Google's Travel Impact Model API, requested within a time limit
 * and kept for a day. If the API has none or does not respond, the figures are those of this package. Each result
 * states its source. It also has the EU's Flight Emissions Label and the warming by contrails if the source states
 * them.
 * @example
 * const offset = createOffset({ service, estimator: timEstimator({ apiKey }) });
 */
export function timEstimator(options: TimEstimatorOptions): LiveEstimator {
  const { apiKey, baseUrl, timeoutMs, pauseSeconds, cacheSeconds, cacheFlights, now } =
    resolveOptions(options);
  const limits = { keepMs: 1000 * cacheSeconds, keepNoneMs: KEEP_NONE_MS, maxFlights: cacheFlights };
  const cache = createTimCache(limits, now);
  /** Requests in progress by flight, so that the same flight is requested once. */
  const pending = new Map<string, Promise<Found>>();
  let pausedUntil = 0;

  /** Reports a failure; even if that fails, the offline figure is returned. */
  async function tell(error: unknown): Promise<void> {
    try {
      await options.onError?.(error);
    } catch (lost) {
      console.error('onError of timEstimator failed:', lost);
    }
  }

  /** Returns the live source's figures for some flights; none if it fails. */
  async function request(flights: readonly TimFlight[]): Promise<Found> {
    const keys = flights.map(timKey);
    try {
      const { figures, modelVersion } = await computeFlightEmissions(flights, {
        baseUrl,
        apiKey,
        fetch: options.fetch ?? fetch,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const found = new Map(keys.map((key) => [key, { figures: figures.get(key), modelVersion }]));
      for (const [key, one] of found) cache.keep(key, one);
      return found;
    } catch (error) {
      pausedUntil = now() + 1000 * pauseSeconds;
      void tell(error);
      return NOTHING;
    } finally {
      for (const key of keys) pending.delete(key);
    }
  }

  /** Requests flights, as many at a time as the source accepts, except during a pause. */
  function requestAll(flights: readonly TimFlight[]): void {
    if (now() < pausedUntil) return;
    for (let at = 0; at < flights.length; at += MAX_FLIGHTS) {
      const batch = flights.slice(at, at + MAX_FLIGHTS);
      const requested = request(batch);
      for (const flight of batch) pending.set(timKey(flight), requested);
    }
  }

  /**
   * Returns the figures of some flights after requesting all unknown ones. New figures come from the request itself: a
   * list may be longer than the cache.
   */
  async function learn(flights: readonly TimFlight[]): Promise<Found> {
    const byKey = new Map(flights.map((flight) => [timKey(flight), flight]));
    const known = new Map<string, CachedFigures>();
    for (const key of byKey.keys()) {
      const cached = cache.find(key);
      if (cached !== undefined) known.set(key, cached);
    }
    requestAll(
      [...byKey].filter(([key]) => !known.has(key) && !pending.has(key)).map(([, flight]) => flight),
    );
    await Promise.all(
      [...byKey.keys()].map(async (key) => {
        const received = (await pending.get(key))?.get(key);
        if (received !== undefined) known.set(key, received);
      }),
    );
    return known;
  }

  return async (flights, { signal } = {}) => {
    signal?.throwIfAborted();
    // This also checks every flight: a flight that this package refuses is not sent anywhere.
    const offline = estimateFlights(flights);
    const requested = flights.map((flight) => timFlightOf(flight, now()));
    const learned = learn(requested.filter((flight) => flight !== undefined));
    const known = await (signal ? unlessAborted(signal, learned) : learned);
    signal?.throwIfAborted();
    return flights.map((flight, at) => {
      const found = requested[at] && known.get(timKey(requested[at]));
      return found?.figures
        ? liveResult(flight, found.figures, found.modelVersion, now())
        : offlineResult(flight, offline[at]!);
    });
  };
}
