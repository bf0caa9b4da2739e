import { isLoopbackHost } from '@flight-offset/core';
import { alternatives, type ExternalProvider, type ProviderName, REAL_PROVIDERS } from './config-schema.ts';

/** Variables that are set. An empty value, as compose files write it, counts as not set. */
export type GivenVariables = Readonly<Record<string, string | undefined>>;

/** Use of a configuration. */
export interface ConfigUse {
  readonly sandbox: boolean;
  /** `manage`: a command, which needs fewer variables than serving. Default: `serve`. */
  readonly command?: 'serve' | 'manage';
}

type KeyVariable = 'STRIPE_SECRET_KEY' | 'RAZORPAY_KEY_ID';

/** Variables that a provider needs, and the key among them that shows whether its account takes real money. */
interface ProviderKeys {
  readonly needed: readonly string[];
  readonly key: KeyVariable;
  /** How the key begins in test mode, and where it takes real money. */
  readonly test: RegExp;
  readonly live: RegExp;
}

const KEYS: Readonly<Record<ExternalProvider, ProviderKeys>> = {
  stripe: {
    needed: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    key: 'STRIPE_SECRET_KEY',
    test: /^(?:sk|rk)_test/,
    live: /^(?:sk|rk)_live/,
  },
  razorpay: {
    needed: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    key: 'RAZORPAY_KEY_ID',
    test: /^rzp_test/,
    live: /^rzp_live/,
  },
};
// A map, not an object: the environment may name any text.
const BY_NAME: ReadonlyMap<string | undefined, ProviderKeys> = new Map(Object.entries(KEYS));

/** Every variable that some provider needs. */
export const PROVIDER_VARIABLES: readonly string[] = Object.values(KEYS).flatMap(({ needed }) => needed);

/** Variables required for sign-in to the console through an identity provider. */
const OIDC = ['GATEWAY_OIDC_ISSUER', 'GATEWAY_OIDC_CLIENT_ID', 'GATEWAY_OIDC_CLIENT_SECRET'] as const;

function providerOf(given: GivenVariables, { sandbox }: ConfigUse): string | undefined {
  return given.GATEWAY_PROVIDER ?? (sandbox ? 'sandbox' : undefined);
}

/** Lists the provider's variables that are not set. */
export function missingProviderKeys(given: GivenVariables, use: ConfigUse): readonly string[] {
  return (BY_NAME.get(providerOf(given, use))?.needed ?? []).filter((name) => given[name] === undefined);
}

/** Commands need only some of the variables that `serve` requires. */
function serves({ command }: ConfigUse): boolean {
  return command !== 'manage';
}

/**
 * Checks variables against each other, and against their use. It reads the given texts, not the schema's output, so
 * that these errors are reported together with the schema's.
 * @returns one line per error, never a value.
 */
export function checkTogether(given: GivenVariables, use: ConfigUse): readonly string[] {
  return [
    ...signInFaults(given, use),
    ...providerUrlFaults(given, use),
    ...liveKeyFaults(given, use),
    ...(serves(use)
      ? [...providerFaults(given, use), ...placeFaults(given, use), ...keyFaults(given, use)]
      : []),
  ];
}

function* signInFaults(given: GivenVariables, use: ConfigUse): Generator<string> {
  const set = OIDC.filter((name) => given[name] !== undefined);
  if (set.length > 0 && set.length < OIDC.length) yield `${OIDC.join(', ')} must be set together`;
  if (!use.sandbox && isPlainHttp(given.GATEWAY_OIDC_ISSUER))
    yield 'GATEWAY_OIDC_ISSUER must be an https address';
  if (serves(use) && given.GATEWAY_SIGN_IN_LINKS === '0' && set.length === 0)
    yield `GATEWAY_SIGN_IN_LINKS=0 needs ${OIDC.join(', ')}: nobody could sign in`;
}

/** Each request to the provider contains its key. */
function* providerUrlFaults(
  { GATEWAY_PROVIDER_API_URL: url = '' }: GivenVariables,
  { sandbox }: ConfigUse,
): Generator<string> {
  if (!sandbox && isPlainHttp(url) && URL.canParse(url) && !isLoopbackHost(new URL(url).hostname))
    yield 'GATEWAY_PROVIDER_API_URL must be an https address, or one of this machine';
}

/** As it is read later: in any case, and without surrounding white space. */
function isPlainHttp(url = ''): boolean {
  return /^\s*http:/i.test(url);
}

function* providerFaults(given: GivenVariables, use: ConfigUse): Generator<string> {
  const provider = providerOf(given, use);
  if (provider === undefined)
    yield `GATEWAY_PROVIDER must be ${alternatives(REAL_PROVIDERS)}; or start with --sandbox`;
  if (provider === 'sandbox' && !use.sandbox)
    yield 'GATEWAY_PROVIDER sandbox takes no real money; start with --sandbox';
}

function* placeFaults(given: GivenVariables, { sandbox }: ConfigUse): Generator<string> {
  if (given.GATEWAY_REPLICA_DATABASE_URL !== undefined && !given.DATABASE_URL?.startsWith('postgres'))
    yield 'GATEWAY_REPLICA_DATABASE_URL needs a PostgreSQL DATABASE_URL';
  if (!sandbox && given.GATEWAY_PUBLIC_URL === undefined)
    yield 'GATEWAY_PUBLIC_URL must be the URL at which payers reach this gateway';
}

/**
 * Whether a provider's key belongs to its test mode: anyone who knows its test cards could complete orders without
 * paying.
 */
export function isTestKey(
  provider: ProviderName,
  given: { readonly [V in KeyVariable]?: string | undefined },
): boolean {
  const keys = BY_NAME.get(provider);
  return keys?.test.test(given[keys.key] ?? '') === true;
}

/** Commands too send refunds with these keys, and record the provider's payments and refunds. */
function* liveKeyFaults(given: GivenVariables, { sandbox }: ConfigUse): Generator<string> {
  if (sandbox && Object.values(KEYS).some(({ key, live }) => live.test(given[key] ?? '')))
    yield '--sandbox takes test keys only, and a live key of the provider is set; start without it';
}

function* keyFaults(given: GivenVariables, use: ConfigUse): Generator<string> {
  for (const name of missingProviderKeys(given, use))
    yield `${name} is needed for GATEWAY_PROVIDER=${given.GATEWAY_PROVIDER}`;
}
