import * as z from 'zod';
import { counted } from './counted.ts';
import { readKey, readMasterKey } from './credentials/master-key.ts';
import { readNetworks } from './http/networks.ts';
import { SANDBOX_MASTER_KEY } from './sandbox.ts';
import type { DatabaseOptions } from './store/engine.ts';
import { MAX_SKEW_MS } from './store/shared-clock.ts';

/** The configuration is invalid: nothing was opened. The message names every error with its variable, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'invalid_config';
  /** One line per error. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `Invalid configuration (${counted(faults.length, 'error')}):\n${faults.map((one) => `- ${one}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

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

/** Kubernetes sets such variables in each pod beside a Service named gateway or gateway-metrics, over those of the image. */
const port = z
  .string()
  .refine((text) => !text.startsWith('tcp://'), {
    error:
      'was set by Kubernetes for a Service of that name: set enableServiceLinks to false in the pod, or name the Service otherwise',
    abort: true,
  })
  .pipe(whole(0, 65_535));

function oneOf<T extends string>(...values: [T, T, ...T[]]): z.ZodType<T, string> {
  return z.enum(values, { error: `must be ${ALTERNATIVES.format(values)}` });
}
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const ports = z
  .string()
  .regex(/^\d{1,5}(?:,\d{1,5})*$/, 'must be port numbers with commas between, such as 443,8443')
  .transform((text) => text.split(',').map(Number))
  .refine((all) => all.every((port) => port >= 1 && port <= 65_535), 'must be ports from 1 to 65535');

const httpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  // By its look: reading text that is no address would throw, and name no variable.
  .regex(/^[^?#]*$/, 'must not contain a query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

/** Whoever copies a secret into a file often leaves a line break behind it: every signature would be wrong. */
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

/** Whether the driver of PostgreSQL can read it: that takes one without a host too, such as for a socket. */
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

const environmentSchema = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^(?:sqlite:|postgres(?:ql)?:\/\/.)/, 'must begin with "sqlite:" or "postgres://"')
    .refine(
      (url) => url !== 'sqlite:',
      'must name a file after "sqlite:", such as sqlite:.data/gateway.sqlite',
    )
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
  GATEWAY_MAX_CLOCK_SKEW_SECONDS: count(1, 31_536_000, MAX_SKEW_MS / 1000),
  GATEWAY_PORT: port.default(4010),
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_KEEP_ALIVE_SECONDS: count(1, 3600, 75),
  GATEWAY_TRUSTED_PROXIES: networks.optional(),
  GATEWAY_DRAIN_SECONDS: whole(0, 300).optional(),
  GATEWAY_METRICS_PORT: port.optional(),
  GATEWAY_METRICS_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PUBLIC_URL: httpAddress
    // The links of its pages begin at the root: behind a path, no form of them arrives.
    .refine(
      (text) => /^https?:\/\/[^/\\@]+$/i.test(text),
      'must be a host name of its own, with no path and no user',
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
  GATEWAY_OIDC_ISSUER: httpAddress.optional(),
  GATEWAY_OIDC_CLIENT_ID: secret.optional(),
  GATEWAY_OIDC_CLIENT_SECRET: secret.optional(),
  GATEWAY_LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  GATEWAY_PROVIDER: oneOf('sandbox', 'stripe', 'razorpay', 'none').optional(),
  /** For tests: where the provider's API is, if not at the provider. */
  GATEWAY_PROVIDER_API_URL: httpAddress.optional(),
  /** Where the provider's payment page is, if it has a domain of the operator's own. */
  GATEWAY_CHECKOUT_URL: httpAddress.optional(),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  RAZORPAY_KEY_ID: secret.optional(),
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
});

/** Default databases: real orders are never in one file with those of the sandbox. */
const DATABASE = 'sqlite:.data/gateway.sqlite';
const SANDBOX_DATABASE = 'sqlite:.data/sandbox.sqlite';

/** Names of every variable a gateway is configured by. */
export const VARIABLES: readonly string[] = Object.keys(environmentSchema.shape);

/** The environment a gateway is configured by, read and with its defaults. */
export interface Config extends z.output<typeof environmentSchema> {
  readonly DATABASE_URL: string;
  readonly sandbox: boolean;
  /** Whether the gateway has the console; by default only a sandbox has. */
  readonly console: boolean;
  /** `none`: every merchant collects the money itself, and nobody pays here. */
  readonly provider: 'sandbox' | 'stripe' | 'razorpay' | 'none';
  /** 32 bytes under which secrets are sealed. */
  readonly masterKey: Uint8Array;
  /** 32 bytes which open secrets too, while one key takes the place of another. */
  readonly secondMasterKey: Uint8Array | undefined;
  /** Names of the provider's variables which are not set; serving asks for all of them. */
  readonly missingProviderKeys: readonly string[];
}

const NEEDED: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['stripe', ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['razorpay', ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']],
]);

/** What signing in to the console at an identity provider needs. */
const OIDC = ['GATEWAY_OIDC_ISSUER', 'GATEWAY_OIDC_CLIENT_ID', 'GATEWAY_OIDC_CLIENT_SECRET'] as const;

/**
 * Reads the configuration from an environment.
 * @throws ConfigError which names every error at once.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  options: { readonly sandbox: boolean; readonly command?: 'serve' | 'manage' },
): Config {
  // An empty value, as compose files write it, stands for none.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  // Read once: a parser compiled for it would cost more than it saves.
  const result = environmentSchema.safeParse(given, { jitless: true });
  const faults = result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  const values = result.data;
  const hasKey = given.GATEWAY_MASTER_KEY !== undefined || given.GATEWAY_MASTER_KEY_FILE !== undefined;
  const masterKey = options.sandbox && !hasKey ? SANDBOX_MASTER_KEY : readMasterKey(given, faults);
  const secondMasterKey = readKey(given, 'GATEWAY_SECOND_MASTER_KEY', faults);
  // From what was given: these errors are reported beside those of the schema, not after them.
  const provider = given.GATEWAY_PROVIDER ?? (options.sandbox ? 'sandbox' : undefined);
  const missing = (NEEDED.get(provider) ?? []).filter((name) => given[name] === undefined);
  const oidc = OIDC.filter((name) => given[name] !== undefined);
  if (oidc.length > 0 && oidc.length < OIDC.length) faults.push(`${OIDC.join(', ')} must be set together`);
  if (!options.sandbox && given.GATEWAY_OIDC_ISSUER?.startsWith('http:'))
    faults.push('GATEWAY_OIDC_ISSUER must be an https address');
  if (options.command !== 'manage') {
    if (provider === undefined) {
      faults.push('GATEWAY_PROVIDER must be stripe, razorpay or none; or start with --sandbox');
    }
    if (provider === 'sandbox' && !options.sandbox) {
      faults.push('GATEWAY_PROVIDER sandbox takes no real money; start with --sandbox');
    }
    if (given.GATEWAY_REPLICA_DATABASE_URL !== undefined && !given.DATABASE_URL?.startsWith('postgres')) {
      faults.push('GATEWAY_REPLICA_DATABASE_URL needs a PostgreSQL DATABASE_URL');
    }
    if (!options.sandbox && given.GATEWAY_PUBLIC_URL === undefined) {
      faults.push('GATEWAY_PUBLIC_URL must be the URL at which payers reach this gateway');
    }
    const keys = [given.STRIPE_SECRET_KEY, given.RAZORPAY_KEY_ID];
    if (options.sandbox && keys.some((key) => /^(?:sk|rk|rzp)_live/.test(key ?? ''))) {
      faults.push('--sandbox takes test keys only, and a live key of the provider is set; start without it');
    }
    for (const name of missing) faults.push(`${name} is needed for GATEWAY_PROVIDER=${provider}`);
  }
  if (!values || !masterKey || faults.length > 0) throw new ConfigError(faults);
  const { sandbox } = options;
  return {
    ...values,
    DATABASE_URL: values.DATABASE_URL ?? (sandbox ? SANDBOX_DATABASE : DATABASE),
    sandbox,
    console: values.GATEWAY_CONSOLE === undefined ? sandbox : values.GATEWAY_CONSOLE === '1',
    provider: values.GATEWAY_PROVIDER ?? 'sandbox',
    masterKey,
    secondMasterKey,
    missingProviderKeys: missing,
  };
}

/** How a configuration has its database opened. */
export function databaseOptions(config: Config): DatabaseOptions {
  return {
    fileMode: config.GATEWAY_DATABASE_FILE_MODE,
    replicaUrl: config.GATEWAY_REPLICA_DATABASE_URL,
    poolSize: config.GATEWAY_DATABASE_POOL_SIZE,
    connectTimeoutMs: config.GATEWAY_DATABASE_CONNECT_TIMEOUT_SECONDS * 1000,
    statementTimeoutMs: config.GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    maxLifetimeMs: config.GATEWAY_DATABASE_MAX_LIFETIME_SECONDS * 1000,
  };
}
