import { OffsetClient, type OffsetClientOptions, toHex } from '@flight-offset/core/server';
import { checkOptions, requireKnown } from './check-options.ts';
import { readOrigins } from './http/origin.ts';
import type { ErrorContext, OffsetOptions } from './options.ts';
import { type Amounts, resolveAmounts } from './pricing/amounts.ts';
import { reportToStderr } from './report.ts';
import { createBreaker } from './service/breaker.ts';
import { type FlightEstimator, ownEstimator } from './service/estimator.ts';
import { createOfferCache, type OfferCache } from './service/offer.ts';
import { createStatusChecks, type StatusChecks } from './service/status-checks.ts';
import { memoryStore } from './stores/memory.ts';
import type { OffsetStore } from './stores/store.ts';
import { type LaterSeal, laterSeal } from './tokens/later-seal.ts';
import { type QuoteTokens, quoteTokens } from './tokens/quote-token.ts';

/** Minimum length of a secret that signs quotes. */
const MIN_SECRET_LENGTH = 16;

/** Limits of a call while a traveller waits: shorter than the client's own. */
const CALL_LIMITS = { timeoutMs: 12_000, attemptTimeoutMs: 5_000, retry: { retries: 2 } };

/** The merchant's side of the checkout: the first argument of every function of this package. */
export interface Offset {
  readonly options: OffsetOptions;
  readonly amounts: Amounts;
  readonly tokens: QuoteTokens;
  /** Seals the links to contribute later. */
  readonly laterSeal: LaterSeal;
  readonly store: OffsetStore;
  readonly offers: OfferCache;
  readonly estimate: FlightEstimator;
  /** Gets orders by their id if the service has that extension, else by `plain`. */
  orderOr<T>(byId: () => Promise<T | undefined>, plain: () => Promise<T>): Promise<T>;
  readonly statusChecks: StatusChecks;
  /** Origins to which a payment URL may lead. */
  readonly paymentOrigins: readonly string[];
  /** Whether the service is known to honour `Idempotency-Key`. */
  readonly honoursIdempotencyKey: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Calls the service through the circuit breaker. @throws CheckoutError `service_unavailable` while the breaker is
   * open.
   */
  call<T>(work: (client: OffsetClient) => Promise<T>): Promise<T>;
  /** Passes a failure to `onError`; never throws. */
  report(error: unknown, context: ErrorContext): void;
}

/**
 * Validates the options and creates what the functions of this package share. Create one at startup, not per request:
 * it holds the circuit breaker and the store.
 * @throws TypeError that names the invalid option; it never repeats a secret.
 * @example
 * const offset = createOffset({ service: { baseUrl, apiKey, signingKey, platformId } });
 * const quoted = await quote(offset, { flights });
 */
export function createOffset(options: OffsetOptions): Offset {
  requireKnown(options);
  // `Date` is looked up at each call: a test may replace it later.
  const { service, now = () => Date.now() } = options;
  if (!service) throw new TypeError('service is required: baseUrl, apiKey, signingKey and platformId');
  const client = service instanceof OffsetClient ? service : new OffsetClient({ ...CALL_LIMITS, ...service });
  checkOptions(options);
  const breaker = createBreaker(options.breaker, now);
  const secrets = quoteSecrets(options);
  const call: Offset['call'] = (work) => breaker.run(() => work(client));
  const offset: Omit<Offset, 'options'> = {
    amounts: resolveAmounts(options.amounts),
    tokens: quoteTokens(secrets),
    laterSeal: laterSeal(secrets),
    store: options.store ?? memoryStore(now),
    estimate: options.estimator
      ? ownEstimator(options.estimator)
      : (legs, callOptions) => call((client) => client.estimateEmissions(legs, callOptions)),
    orderOr: (byId, plain) => client.extensionOr('order', byId, plain),
    statusChecks: createStatusChecks(now),
    offers: createOfferCache((currency) => call((client) => client.getOffer({ currency })), now),
    paymentOrigins: readOrigins('paymentOrigins', options.paymentOrigins ?? [client.baseUrl.origin]),
    honoursIdempotencyKey: client.honoursIdempotencyKey,
    now,
    call,
    report(error, context) {
      // A log that fails, at once or later, must end neither the response nor the process.
      const lost = (failure: unknown): void => reportToStderr(failure, { ...context, operation: 'onError' });
      try {
        const done: unknown = (options.onError ?? reportToStderr)(error, context);
        Promise.resolve(done).catch(lost);
      } catch (failure) {
        lost(failure);
      }
    },
  };
  // Not enumerable: a log that prints the whole object would print the secrets.
  return Object.defineProperty(offset, 'options', { value: options }) as Offset;
}

function quoteSecrets({ quoteSecret, service }: OffsetOptions): readonly string[] {
  if (quoteSecret !== undefined) {
    const given = [quoteSecret].flat();
    if (
      !given[0] ||
      given.some((secret) => typeof secret !== 'string' || secret.length < MIN_SECRET_LENGTH)
    ) {
      throw new TypeError(`quoteSecret must have at least ${MIN_SECRET_LENGTH} random characters`);
    }
    return given;
  }
  const derived = service instanceof OffsetClient ? undefined : apiSecret(service);
  if (derived) return [derived];
  throw new TypeError('quoteSecret is required where signingKey is not a secret: set 32 random characters');
}

function apiSecret({ signingKey }: OffsetClientOptions): string | undefined {
  if (typeof signingKey === 'string') return signingKey;
  if (typeof signingKey === 'function' || !('secret' in signingKey)) return undefined;
  const { secret } = signingKey;
  return typeof secret === 'string' ? secret : toHex(secret);
}
