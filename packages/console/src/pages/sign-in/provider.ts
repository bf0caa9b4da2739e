import { isSecure, readCookie, setCookie, signInCookie, signInsUnderWay } from '../../access/cookie.ts';
import { seeOther } from '../../http/reply.ts';
import { forAnyone, type Route, type Visit } from '../../http/route.ts';
import { Refusal } from '../../service/refusal.ts';
import { destinationOf, readDestination } from './destination.ts';
import { signInPage } from './sign-in.ts';
import { orRefusedPage } from './sign-in-refused.ts';
import { startSession } from './start-session.ts';

/** Separates the state in the cookie, which never has this character, from the page to return to. */
const THEN = '~';

/** How many sign-ins a browser may have in progress: a request has room for no more, so the oldest are dropped. */
const MOST = 4;

/** Reads the provider's name of a sign-in, in the URL to the provider and in the URL back. */
const stateOf = (url: URL): string => url.searchParams.get('state') ?? '';

async function begin(visit: Visit): Promise<Response> {
  const { provider } = visit.service.sessions;
  if (!provider) return signInPage(visit);
  const to = destinationOf(visit);
  return orRefusedPage(async () => {
    const { url, state } = await provider.begin();
    const kept = state + THEN + Buffer.from(to ?? '').toString('base64url');
    const secure = isSecure(visit.service);
    const givenUp = signInsUnderWay(visit.request, secure).slice(0, 1 - MOST);
    return seeOther(url, [
      ...givenUp.map((kind) => setCookie(kind, undefined, secure)),
      setCookie(signInCookie(stateOf(new URL(url))), kept, secure),
    ]);
  }, to);
}

/** Responds to a provider's response that belongs to no sign-in of this browser. */
async function stray(visit: Visit): Promise<Response> {
  // A person who is signed in, by another tab or by an earlier copy of this response, is led on from there.
  if (visit.session || signInsUnderWay(visit.request, isSecure(visit.service)).length === 0)
    return seeOther('/console/sign-in');
  return orRefusedPage(() => {
    throw new Refusal('The sign-in did not complete. Start again from the sign-in page.');
  });
}

async function finish(visit: Visit): Promise<Response> {
  const { provider } = visit.service.sessions;
  const secure = isSecure(visit.service);
  const kind = signInCookie(stateOf(visit.url));
  const [state, then = ''] = readCookie(visit.request, kind, secure)?.split(THEN) ?? [];
  if (!provider || state === undefined) return stray(visit);
  const to = readDestination(Buffer.from(then, 'base64url').toString());
  return orRefusedPage(async () => {
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
