import { isLoopbackHost } from '@flight-offset/core';
import { alternatives, type ProviderName, REAL_PROVIDERS } from './config-schema.ts';

/** The variables that are set. An empty value, as compose files write it, counts as not set. */
export type Given = Readonly<Record<string, string | undefined>>;

/** What a configuration is used for. */
export interface Use {
  readonly sandbox: boolean;
  /** `manage`: a command, which needs less than serving does. Default: `serve`. */
  readonly command?: 'serve' | 'manage';
}

const KEYS: Readonly<Record<ProviderName, readonly string[]>> = {
  sandbox: [],
  none: [],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  razorpay: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
};
// A map, not an object: the environment may name any text.
const NEEDED: ReadonlyMap<string | undefined, readonly string[]> = new Map(Object.entries(KEYS));

/** What signing in to the console through an identity provider needs. */
const OIDC = ['GATEWAY_OIDC_ISSUER', 'GATEWAY_OIDC_CLIENT_ID', 'GATEWAY_OIDC_CLIENT_SECRET'] as const;

function providerOf(given: Given, { sandbox }: Use): string | undefined {
  return given.GATEWAY_PROVIDER ?? (sandbox ? 'sandbox' : undefined);
}

/** Names of the provider's variables which are not set. */
export function missingProviderKeys(given: Given, use: Use): readonly string[] {
  return (NEEDED.get(providerOf(given, use)) ?? []).filter((name) => given[name] === undefined);
}

/** Commands use what `serve` requires only in part. */
function serves({ command }: Use): boolean {
  return command !== 'manage';
}

/**
 * Checks variables against each other, and against what the configuration is used for. It reads what was given, not
 * what the schema made of it, so that these errors are reported together with the schema's, not after them.
 * @returns one line per error, never a value.
 */
export function checkTogether(given: Given, use: Use): readonly string[] {
  return [
    ...signInFaults(given, use),
    ...providerUrlFaults(given, use),
    ...liveKeyFaults(given, use),
    ...(serves(use)
      ? [...providerFaults(given, use), ...placeFaults(given, use), ...keyFaults(given, use)]
      : []),
  ];
}

function* signInFaults(given: Given, use: Use): Generator<string> {
  const set = OIDC.filter((name) => given[name] !== undefined);
  if (set.length > 0 && set.length < OIDC.length) yield `${OIDC.join(', ')} must be set together`;
  if (!use.sandbox && isPlainHttp(given.GATEWAY_OIDC_ISSUER))
    yield 'GATEWAY_OIDC_ISSUER must be an https address';
  if (serves(use) && given.GATEWAY_SIGN_IN_LINKS === '0' && set.length === 0)
    yield `GATEWAY_SIGN_IN_LINKS=0 needs ${OIDC.join(', ')}: nobody could sign in`;
}

/** Each request to the provider holds its key. */
function* providerUrlFaults(
  { GATEWAY_PROVIDER_API_URL: url = '' }: Given,
  { sandbox }: Use,
): Generator<string> {
  if (!sandbox && isPlainHttp(url) && URL.canParse(url) && !isLoopbackHost(new URL(url).hostname))
    yield 'GATEWAY_PROVIDER_API_URL must be an https address, or one of this machine';
}

/** Compared as it is read later: in any case, and without surrounding white space. */
function isPlainHttp(url = ''): boolean {
  return /^\s*http:/i.test(url);
}

function* providerFaults(given: Given, use: Use): Generator<string> {
  const provider = providerOf(given, use);
  if (provider === undefined)
    yield `GATEWAY_PROVIDER must be ${alternatives(REAL_PROVIDERS)}; or start with --sandbox`;
  if (provider === 'sandbox' && !use.sandbox)
    yield 'GATEWAY_PROVIDER sandbox takes no real money; start with --sandbox';
}

function* placeFaults(given: Given, { sandbox }: Use): Generator<string> {
  if (given.GATEWAY_REPLICA_DATABASE_URL !== undefined && !given.DATABASE_URL?.startsWith('postgres'))
    yield 'GATEWAY_REPLICA_DATABASE_URL needs a PostgreSQL DATABASE_URL';
  if (!sandbox && given.GATEWAY_PUBLIC_URL === undefined)
    yield 'GATEWAY_PUBLIC_URL must be the URL at which payers reach this gateway';
}

/** Commands too send refunds with these keys, and record what the provider's books hold. */
function* liveKeyFaults(given: Given, { sandbox }: Use): Generator<string> {
  const keys = [given.STRIPE_SECRET_KEY, given.RAZORPAY_KEY_ID];
  if (sandbox && keys.some((key) => /^(?:sk|rk|rzp)_live/.test(key ?? '')))
    yield '--sandbox takes test keys only, and a live key of the provider is set; start without it';
}

function* keyFaults(given: Given, use: Use): Generator<string> {
  for (const name of missingProviderKeys(given, use))
    yield `${name} is needed for GATEWAY_PROVIDER=${given.GATEWAY_PROVIDER}`;
}
