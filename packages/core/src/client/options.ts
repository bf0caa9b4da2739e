import { isLoopbackHost } from '../input/loopback.ts';
import { checkNumber, MAX_TIMER_MS } from '../input/number-option.ts';
import { KeyError, requireSigningKey, type SigningKey } from '../signing/keys.ts';
import { DEFAULT_RETRY, type RetryPolicy } from './retry.ts';
import type { ClientHooks, TransportOptions } from './transport.ts';

/** The two base URLs of a service. */
export interface Environment {
  /** Base URL of orders and transactions. */
  readonly baseUrl: string;
  /** Base URL of flight emissions. Default: `baseUrl`. */
  readonly emissionsUrl?: string;
}

/** Services known by name. `sandbox` is the gateway that `pnpm start` runs on this machine. */
export const ENVIRONMENTS = {
  sandbox: { baseUrl: 'http://127.0.0.1:4010' },
} as const satisfies Record<string, Environment>;

/** Options of the client. */
export interface OffsetClientOptions extends Partial<Environment> {
  /** A service known by name, in place of `baseUrl`. Default: none. */
  readonly environment?: keyof typeof ENVIRONMENTS;
  /** Sent as `x-api-key`. */
  readonly apiKey: string;
  /** The API secret (signs by HMAC-SHA256, in lower-case hex), or a key that names its scheme. */
  readonly signingKey: string | SigningKey;
  /** Sent as `x-platform-id`. Without it, flight emissions cannot be requested. */
  readonly platformId?: string;
  /** Time limit of a call with all its attempts, milliseconds. Default 30 000. */
  readonly timeoutMs?: number;
  /** Time limit of one attempt, milliseconds. Default 10 000. */
  readonly attemptTimeoutMs?: number;
  /** How often a failed call is retried, and after which delays. Default: 3 times, after up to 0.5, 1 and 2 seconds. */
  readonly retry?: Partial<RetryPolicy>;
  /**
   * Whether the service is known to honour `Idempotency-Key`, as the gateway does. If so, a create is retried even when
   * its response was lost; otherwise only when the request certainly never left. Default false.
   */
  readonly honoursIdempotencyKey?: boolean;
  /** Allows plain http to other machines, for a private network. Loopback is always allowed. Default false. */
  readonly allowHttp?: boolean;
  /** Sends requests, for proxies and tests. Default: the runtime's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Called before and after each attempt, for logs and metrics. */
  readonly hooks?: ClientHooks;
}

function baseUrlOf(name: string, value: string | undefined, allowHttp: boolean): URL {
  let url: URL;
  try {
    url = new URL(value ?? '');
  } catch {
    throw new TypeError(`${name} must be a URL such as https://api.example.com or http://localhost:4010`);
  }
  const plain = url.protocol === 'http:' && (allowHttp || isLoopbackHost(url.hostname));
  if (url.protocol !== 'https:' && !plain) {
    // A text such as localhost:4010 comes here too: it is a URL, of the scheme localhost.
    throw new TypeError(
      `${name} must begin with https://, or http:// for this machine, such as http://localhost:4010 (allowHttp permits http on a private network)`,
    );
  }
  if (url.username || url.password) throw new TypeError(`${name} must not hold a user name or password`);
  url.pathname = url.pathname.replace(/\/*$/, '/');
  url.search = '';
  url.hash = '';
  return url;
}

function signingKeyOf(value: string | SigningKey): SigningKey {
  if (!value) throw new TypeError('signingKey is required: the API secret, or a key that names its scheme');
  // A PEM text would be used as the secret of an HMAC, which no service has.
  if (typeof value === 'string' && /^\s*-----BEGIN /.test(value))
    throw new TypeError(
      "signingKey is a key in PEM: set { scheme: 'ed25519', privateKey }, or the scheme that it is for",
    );
  const key: SigningKey = typeof value === 'string' ? { scheme: 'hmac-sha256', secret: value } : value;
  try {
    requireSigningKey(key);
    return key;
  } catch (error) {
    throw error instanceof KeyError ? new TypeError(`signingKey: ${error.message}`) : error;
  }
}

function requireHeader(name: string, value: unknown): void {
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return;
  throw new TypeError(`${name} must be set: printable ASCII without spaces or line breaks`);
}

/**
 * Options whose type is checked: any value of another type would count as set, such as the text 'false' of an
 * environment variable.
 */
const KINDS = {
  allowHttp: 'boolean',
  honoursIdempotencyKey: 'boolean',
  fetch: 'function',
  hooks: 'object',
} as const;

/** Options, checked and with their defaults. */
export interface ResolvedOptions {
  readonly baseUrl: URL;
  readonly emissionsUrl: URL;
  readonly apiKey: string;
  readonly signingKey: SigningKey;
  readonly platformId: string | undefined;
  readonly honoursIdempotencyKey: boolean;
  readonly transport: TransportOptions;
}

function requireKinds(options: OffsetClientOptions): void {
  for (const [name, kind] of Object.entries(KINDS) as [keyof typeof KINDS, string][])
    if (options[name] !== undefined && typeof options[name] !== kind)
      throw new TypeError(`${name} must be ${kind === 'object' ? 'an' : 'a'} ${kind}`);
}

/** Returns the environment that options name, without URLs if they name none. */
function environmentOf({ environment }: OffsetClientOptions): Partial<Environment> {
  if (environment === undefined) return {};
  if (Object.hasOwn(ENVIRONMENTS, environment)) return ENVIRONMENTS[environment];
  throw new TypeError(
    `environment must be ${Object.keys(ENVIRONMENTS).join(' or ')}; for another set baseUrl`,
  );
}

/** Checks options once, at construction. @throws TypeError that names the option; it never repeats a secret. */
export function resolveOptions(options: OffsetClientOptions): ResolvedOptions {
  const { apiKey, signingKey, platformId, allowHttp = false, honoursIdempotencyKey = false } = options;
  const named = environmentOf(options);
  const baseUrl = options.baseUrl ?? named.baseUrl;
  requireKinds(options);
  requireHeader('apiKey', apiKey);
  if (platformId !== undefined) requireHeader('platformId', platformId);
  const { timeoutMs = 30_000, attemptTimeoutMs = 10_000 } = options;
  const retry = { ...DEFAULT_RETRY, ...options.retry };
  checkNumber('timeoutMs', timeoutMs, { min: 1, max: MAX_TIMER_MS });
  checkNumber('attemptTimeoutMs', attemptTimeoutMs, { min: 1, max: MAX_TIMER_MS });
  for (const [name, value] of Object.entries(retry))
    checkNumber(`retry.${name}`, value, { max: MAX_TIMER_MS });
  return {
    baseUrl: baseUrlOf('baseUrl', baseUrl, allowHttp),
    emissionsUrl: baseUrlOf('emissionsUrl', options.emissionsUrl ?? named.emissionsUrl ?? baseUrl, allowHttp),
    apiKey,
    signingKey: signingKeyOf(signingKey),
    platformId,
    honoursIdempotencyKey,
    transport: {
      // Looked up at each call, so that tests and tracing tools may replace globalThis.fetch.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      timeoutMs,
      attemptTimeoutMs,
      retry,
      hooks: options.hooks ?? {},
    },
  };
}
