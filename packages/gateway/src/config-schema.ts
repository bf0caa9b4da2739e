import * as z from 'zod';
import { readNetworks } from './http/networks.ts';
import { MAX_SKEW_MS } from './store/shared-clock.ts';

const whole = (min: number, max: number): z.ZodType<number, string> =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
const count = (min: number, max: number, fallback: number): z.ZodType<number> =>
  whole(min, max).default(fallback);

/**
 * Kubernetes sets variables like these in each pod beside a Service named gateway or gateway-metrics, overriding the
 * image's.
 */
const port = z
  .string()
  .refine((text) => !text.startsWith('tcp://'), {
    error:
      'was set by Kubernetes for a Service of that name: set enableServiceLinks to false in the pod, or name the Service otherwise',
    abort: true,
  })
  .pipe(whole(0, 65_535));

/** Ways to take money, by their names in the configuration. `none`: payers cannot pay here. */
export const PROVIDERS = ['sandbox', 'stripe', 'razorpay', 'none'] as const;

/** Ways to take money for a gateway that is not a sandbox. */
export const REAL_PROVIDERS = PROVIDERS.filter((one) => one !== 'sandbox');

/** Name of a way to take money. */
export type ProviderName = (typeof PROVIDERS)[number];

/** Name of a provider outside the gateway, on whose page payers pay. */
export type ExternalProvider = Exclude<ProviderName, 'sandbox' | 'none'>;

/** Lists the values to choose from, in words: `stripe, razorpay or none`. */
export const alternatives = (values: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);

function oneOf<T extends string>(...values: [T, T, ...T[]]): z.ZodType<T, string> {
  return z.enum(values, { error: `must be ${alternatives(values)}` });
}

const ports = z
  .string()
  .regex(/^\d{1,5}(?:,\d{1,5})*$/, 'must be port numbers with commas between, such as 443,8443')
  .transform((text) => text.split(',').map(Number))
  .refine((all) => all.every((port) => port >= 1 && port <= 65_535), 'must be ports from 1 to 65535');

const httpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  // Checked as text: parsing text that is not an address would throw an error that names no variable.
  .regex(/^[^?#]*$/, 'must not contain a query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

/** Copying a secret into a file often leaves a line break at its end, which would make every signature wrong. */
const secret = z
  .string()
  .regex(/^\S(?:.*\S)?$/, 'must not begin or end with white space, or contain a line break');

const networks = z
  .string()
  .transform(readNetworks)
  .refine(
    (list) => list !== undefined,
    'must be addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8',
  );

/** `host1,host2` or `?host=host1,host2`, as libpq takes them. The user name and the password before `@` may hold commas. */
const HOST_LIST = /^postgres(?:ql)?:\/\/[^/?#]*,[^@/?#]*(?:[/?#]|$)|[?&]host=[^&#]*(?:,|%2C)/i;
const ONE_HOST = 'must name one host, which leads to the primary; a list of hosts is not supported';

/** Whether PostgreSQL's driver can read a URL: it also accepts one without a host, for example for a socket. */
function isReadable(url: string): boolean {
  try {
    new URL(url.replace('@/', '@host/'));
    for (const [bytes] of url.matchAll(/(?:%[\da-f]{2})+/gi)) decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}
const READABLE =
  'must be a valid URL: check its port, and write special characters of the password percent-encoded, such as %2F for a slash';

/** Each variable by itself, with its default. What variables require of each other is in `config-checks.ts`. */
export const environmentSchema = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:|postgres(?:ql)?:\/\/.)/, 'must begin with "sqlite:" or "postgres://"')
    .refine(
      (url) => url !== 'sqlite:',
      'must name a file after "sqlite:", such as sqlite:.data/gateway.sqlite',
    )
    // SQLite's driver would drop the white space, and open another file.
    .refine((url) => !/^sqlite:(?:\s|.*\s$)/.test(url), 'must not have white space before or after its path')
    .refine((url) => !HOST_LIST.test(url), ONE_HOST)
    .refine((url) => url.startsWith('sqlite:') || isReadable(url), READABLE)
    .optional(),
  GATEWAY_REPLICA_DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/./, 'must begin with "postgres://"')
    .refine((url) => !HOST_LIST.test(url), ONE_HOST.replace('the primary', 'a standby'))
    .refine(isReadable, READABLE)
    .optional(),
  GATEWAY_DATABASE_FILE_MODE: z
    .string()
    .regex(/^0?[0-7]{3}$/, 'must be permissions like 600 or 640')
    .transform((text) => Number.parseInt(text, 8))
    .default(0o600),
  GATEWAY_DATABASE_POOL_SIZE: count(1, 1000, 10),
  GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS: count(1, 600, 5),
  GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: count(1, 3600, 10),
  GATEWAY_DATABASE_MAX_LIFETIME_SECONDS: count(1, 604_800, 1800),
  // For a clock that was ahead by a mistyped year or more: the refusal names the necessary value.
  GATEWAY_MAX_CLOCK_SKEW_SECONDS: count(1, 3_153_600_000, MAX_SKEW_MS / 1000),
  GATEWAY_PORT: port.default(4010),
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_KEEP_ALIVE_SECONDS: count(1, 3600, 75),
  GATEWAY_TRUSTED_PROXIES: networks.optional(),
  GATEWAY_DRAIN_SECONDS: whole(0, 300).optional(),
  GATEWAY_METRICS_PORT: port.optional(),
  GATEWAY_METRICS_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PUBLIC_URL: httpAddress
    // The links of its pages begin at the root: behind a path, no submitted form would arrive.
    .refine(
      (text) => /^https?:\/\/[^/\\@]+$/i.test(text),
      'must have a host name of its own, with no path and no user, such as https://pay.example.com',
    )
    .optional(),
  GATEWAY_DOCS_URL: httpAddress.optional(),
  GATEWAY_MASTER_KEY: z.string().optional(),
  GATEWAY_MASTER_KEY_FILE: z.string().optional(),
  GATEWAY_SECOND_MASTER_KEY: z.string().optional(),
  GATEWAY_SECOND_MASTER_KEY_FILE: z.string().optional(),
  GATEWAY_ALLOW_READABLE_KEY_FILE: oneOf('0', '1').default('0'),
  GATEWAY_ALLOCATION_POLICY: oneOf('listed', 'cheapest').default('listed'),
  GATEWAY_HOLD_SECONDS: count(60, 31_536_000, 1800),
  GATEWAY_ORDER_TTL_SECONDS: count(60, 31_536_000, 7200),
  GATEWAY_MAX_ORDER_TONNES: count(1, 1_000_000, 1000),
  GATEWAY_MAX_PENDING_PERCENT: count(1, 100, 50),
  GATEWAY_MAX_PENDING_TONNES: count(1, 1_000_000_000, 1_000_000_000),
  GATEWAY_RETIRE_WITHIN_DAYS: count(1, 3650, 92),
  GATEWAY_KEEP_WEBHOOKS_DAYS: count(7, 36_500, 90),
  GATEWAY_KEEP_PROVIDER_EVENTS_DAYS: count(30, 36_500, 90),
  GATEWAY_RATE_LIMIT: count(1, 1_000_000_000, 1200),
  GATEWAY_RATE_WINDOW_SECONDS: count(1, 86_400, 60),
  GATEWAY_WEBHOOK_PORTS: ports.default([443, 8443]),
  GATEWAY_ALLOW_LOOPBACK_WEBHOOKS: oneOf('0', '1').default('0'),
  GATEWAY_CONSOLE: oneOf('0', '1').optional(),
  GATEWAY_SIGN_IN_LINKS: oneOf('0', '1').default('1'),
  GATEWAY_OIDC_ISSUER: httpAddress.optional(),
  GATEWAY_OIDC_CLIENT_ID: secret.optional(),
  GATEWAY_OIDC_CLIENT_SECRET: secret.optional(),
  GATEWAY_LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  GATEWAY_PROVIDER: oneOf(...PROVIDERS).optional(),
  /** For tests: address of a stand-in for the provider's API. */
  GATEWAY_PROVIDER_API_URL: httpAddress.optional(),
  /** Address of the provider's payment page, if it is on the operator's own domain. */
  GATEWAY_CHECKOUT_URL: httpAddress.optional(),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  RAZORPAY_KEY_ID: secret.optional(),
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
});

/** Names of all variables that configure a gateway. */
export const VARIABLES: readonly string[] = Object.keys(environmentSchema.shape);
