import { isSecure, readCookie, setCookie, signInCookie, signInsUnderWay } from '../../access/cookie.ts';
import { seeOther } from '../../http/reply.ts';
import { forAnyone, type Route, type Visit } from '../../http/route.ts';
import { Refusal } from '../../service/refusal.ts';
import { catchSignInRefusal } from './catch-sign-in-refusal.ts';
import { destinationOf, readDestination } from './destination.ts';
import { signInPage } from './sign-in.ts';
import { startSession } from './start-session.ts';

/** Separates the state in the cookie, which never has this character, from the page to return to. */
const SEPARATOR = '~';

/** How many sign-ins a browser may have in progress: a request has room for no more, so the oldest are dropped. */
const MAX_SIGN_INS = 4;

/** Reads the provider's name of a sign-in, in the URL to the provider and in the URL back. */
const stateOf = (url: URL): string => url.searchParams.get('state') ?? '';

async function begin(visit: Visit): Promise<Response> {
  const { provider } = visit.service.sessions;
  if (!provider) return signInPage(visit);
  const to = destinationOf(visit);
  return catchSignInRefusal(async () => {
    const { url, state } = await provider.begin();
    const kept = state + SEPARATOR + Buffer.from(to ?? '').toString('base64url');
    const secure = isSecure(visit.service);
    const givenUp = signInsUnderWay(visit.request, secure).slice(0, 1 - MAX_SIGN_INS);
    return seeOther(url, [
      ...givenUp.map((kind) => setCookie(kind, undefined, secure)),
      setCookie(signInCookie(stateOf(new URL(url))), kept, secure),
    ]);
  }, to);
}

/** Responds to a provider's response that belongs to no sign-in of this browser. */
async function handleStrayReturn(visit: Visit): Promise<Response> {
  // A person who is signed in, by another tab or by an earlier copy of this response, is led on from there.
  if (visit.session || signInsUnderWay(visit.request, isSecure(visit.service)).length === 0)
    return seeOther('/console/sign-in');
  return catchSignInRefusal(() => {
    throw new Refusal('The sign-in did not complete. Start again from the sign-in page.');
  });
}

async function finish(visit: Visit): Promise<Response> {
  const { provider } = visit.service.sessions;
  const secure = isSecure(visit.service);
  const kind = signInCookie(stateOf(visit.url));
  const [state, then = ''] = readCookie(visit.request, kind, secure)?.split(SEPARATOR) ?? [];
  if (!provider || state === undefined) return handleStrayReturn(visit);
  const to = readDestination(Buffer.from(then, 'base64url').toString());
  return catchSignInRefusal(async () => {
    const session = await provider.finish(visit.url, state, visit.address);
    const response = await startSession(visit, session, to);
    response.headers.append('set-cookie', setCookie(kind, undefined, secure));
    return response;
  }, to);
}

/** Signing in at an identity provider: there, and back. */
export const providerRoutes: readonly Route[] = [
  forAnyone('GET', '/sign-in/provider', begin),
  forAnyone('GET', '/sign-in/provider/return', finish),
];
