import { type ConsoleService, Refusal } from '@flight-offset/console';
import * as oidc from 'openid-client';
import type { Sealer } from '../../credentials/seal.ts';
import type { FaultLog } from '../../fault-log.ts';
import type { OrderContext } from '../../orders/context.ts';
import { isUniqueViolation } from '../../store/error-code.ts';
import type { ConsolePersonRow } from '../../store/schema.ts';
import { inTransaction, type Tx } from '../../store/transaction.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { openSession } from './sessions.ts';
import { limitTries } from './tries.ts';
import { verifyIdToken } from './verify-id-token.ts';

/** An OpenID Connect provider at which staff sign in. */
export interface SignInProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Path to which the provider sends the browser back. */
const RETURN_PATH = '/console/sign-in/provider/return';
/** Purpose of a sealed state. */
const PURPOSE = 'console sign-in';
/** Time limit of a sign-in at the provider. */
const STATE_MS = 10 * 60 * 1000;
/** Maximum age of the password check at the provider, which repeats an older one: a sign-in here is always recent. */
const MAX_AGE_SECONDS = 300;
/** Maximum age of a provider's metadata, milliseconds: it may change, or may have been read incompletely. */
const DISCOVERED_MS = 10 * 60 * 1000;

/**
 * Limit on sign-ins that one client, or one IPv6 /64 network, may complete. Each causes a request to the provider, and
 * anybody who has begun a sign-in can cause one with an invented code; but whole offices share an address.
 */
const COMPLETION_LIMIT = { requests: 100, windowSeconds: 600 } as const;

const TRY_AGAIN = 'The sign-in did not complete. Start again from the sign-in page.';

/** Sealed data that a browser keeps between the two halves of a sign-in. */
interface State {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly at: number;
}

/** Identity that a provider confirms. */
interface Identity {
  /** Issuer and subject, which identify a person even if the e-mail address changes. */
  readonly subject: string;
  /** In lower case; undefined if the provider has not verified it. */
  readonly email: string | undefined;
}

type Context = Pick<OrderContext, 'db' | 'now' | 'publicUrl'>;

/**
 * Signs staff in with the authorization code flow, PKCE and a nonce. The provider's metadata is read at the first
 * sign-in, and again when it is older than {@link DISCOVERED_MS}.
 */
export function createProviderSignIn(
  context: Context,
  { sealer, faults }: Pick<ConsoleParts, 'sealer' | 'faults'>,
  provider: SignInProvider,
): NonNullable<ConsoleService['sessions']['provider']> {
  const countTry = limitTries(context, 'sign-in', COMPLETION_LIMIT);
  let discovered: { readonly config: Promise<oidc.Configuration>; readonly at: number } | undefined;
  async function discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const options = {
      [oidc.customFetch]: boundedFetch,
      ...(issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
    };
    const at = context.now();
    if (!discovered || at - discovered.at >= DISCOVERED_MS) {
      const config = oidc.discovery(new URL(issuer), clientId, {}, authenticate(clientSecret), options);
      discovered = { config, at };
    }
    try {
      return await discovered.config;
    } catch (err) {
      discovered = undefined;
      faults.report({ err, issuer }, 'GATEWAY_OIDC_ISSUER: its openid-configuration cannot be read');
      throw new Refusal('The identity provider is unavailable. Try again in a few minutes.', 502);
    }
  }
  return {
    async begin() {
      const config = await discover();
      const verifier = oidc.randomPKCECodeVerifier();
      const kept: State = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier,
        at: context.now(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        // Normalised like the URL in the code exchange, whatever the host's spelling: the provider compares the two.
        redirect_uri: new URL(RETURN_PATH, context.publicUrl).href,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: kept.state,
        nonce: kept.nonce,
        max_age: String(MAX_AGE_SECONDS),
      });
      return { url: url.href, state: sealer.seal(JSON.stringify(kept), PURPOSE) };
    },
    async finish(url, sealed, address) {
      const kept = openState(sealer, sealed);
      if (context.now() - kept.at >= STATE_MS) throw new Refusal(TRY_AGAIN);
      await countTry(address);
      const identity = await identify(
        await discover(),
        new URL(RETURN_PATH + url.search, context.publicUrl),
        kept,
        { faults, clientSecret: provider.clientSecret },
      );
      return openSession(context.db.kysely, await findPerson(context, identity), context.now());
    },
  };
}

/**
 * Sends the secret in the body, unless the provider accepts it only in the header, the default if it states nothing.
 */
function authenticate(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const isTaken = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isTaken ? inBody : inHeader)(server, ...request);
  };
}

function openState(sealer: Sealer, sealed: string): State {
  try {
    return JSON.parse(sealer.open(sealed, PURPOSE)) as State;
  } catch {
    throw new Refusal(TRY_AGAIN);
  }
}

async function identify(
  config: oidc.Configuration,
  url: URL,
  kept: State,
  { faults, clientSecret }: { readonly faults: FaultLog; readonly clientSecret: string },
): Promise<Identity> {
  try {
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: kept.verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
      maxAge: MAX_AGE_SECONDS,
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new Refusal(TRY_AGAIN);
    await verifyIdToken(tokens.id_token, config.serverMetadata(), clientSecret);
    const user = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    // Amazon Cognito writes it as text.
    const email = String(user.email_verified) === 'true' ? user.email?.toLowerCase() : undefined;
    return { subject: `${claims.iss} ${claims.sub}`, email };
  } catch (err) {
    if (err instanceof Refusal) throw err;
    const reason = reasonOf(err);
    if (reason === 'invalid_client')
      faults.report(
        { err, reason },
        'GATEWAY_OIDC_CLIENT_ID or GATEWAY_OIDC_CLIENT_SECRET: the provider refuses them',
      );
    // A person who cancels at the provider is not an error.
    else if (reason !== 'access_denied')
      faults.report({ err, reason }, 'a sign-in at the identity provider did not complete');
    // The page must not show what the provider, or a forger, sent.
    throw new Refusal(TRY_AGAIN);
  }
}

/** Returns the error code with which a provider refuses, such as `invalid_client`, without the rest of its message. */
function reasonOf(error: unknown): string | undefined {
  const stated = error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError;
  return stated ? error.error.slice(0, 100) : undefined;
}

/**
 * Finds the person whose identity a provider confirms. The first sign-in binds an invited e-mail address to the
 * account's subject, and uses up the invitation. After that, another account with the address replaces the first only
 * with a new invitation.
 */
async function findPerson({ db, now }: Context, { subject, email }: Identity): Promise<ConsolePersonRow> {
  const bound = (from: Pick<Tx, 'selectFrom'>) =>
    from.selectFrom('console_people').selectAll().where('subject', '=', subject).executeTakeFirst();
  const found = await inTransaction(db, async (tx) => {
    const known = await bound(tx);
    if (known || email === undefined) return known;
    const people = tx.selectFrom('console_people').selectAll();
    const invited = await people.where('email_key', '=', email).executeTakeFirst();
    if (!invited) return undefined;
    const isOpen = await useInvitation(tx, invited, now());
    if (invited.subject !== null && !isOpen) return undefined;
    return (
      tx
        .updateTable('console_people')
        .set({ subject })
        .where('merchant_id', '=', invited.merchant_id)
        .where('id', '=', invited.id)
        // If two accounts sign in at once, only one is bound.
        .where('subject', invited.subject === null ? 'is' : '=', invited.subject)
        .returningAll()
        .executeTakeFirst()
    );
  }).catch((error: unknown) => {
    // Meanwhile, the account was bound to another person, under its e-mail address at that time.
    if (!isUniqueViolation(error)) throw error;
  });
  // Another tab may have bound this very account meanwhile.
  const person = found ?? (await bound(db.kysely));
  if (person) return person;
  if (email === undefined)
    throw new Refusal(
      'Your identity provider has not verified your e-mail address, or does not state it in the claim email_verified. Fix this there, then sign in again.',
    );
  throw new Refusal(
    'You have no access to this console. Ask an admin of your team to invite your e-mail address.',
  );
}

/** Uses up the invitation of a person. @returns whether there was one that had not expired. */
async function useInvitation(tx: Tx, { merchant_id, id }: ConsolePersonRow, at: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('console_links')
    .where('merchant_id', '=', merchant_id)
    .where('person_id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
