import { readCookie, SIGN_IN_COOKIE, setCookie } from '../../access/cookie.ts';
import { seeOther } from '../../http/reply.ts';
import { forAnyone, type Route, type Visit } from '../../http/route.ts';
import { destinationOf, readDestination } from './destination.ts';
import { signInPage } from './sign-in.ts';
import { orRefusedPage } from './sign-in-refused.ts';
import { isSecure, startSession } from './start-session.ts';

/** Stands in the cookie between the state, which never has it, and the page to come to. */
const THEN = '~';

async function begin(visit: Visit): Promise<Response> {
  const { provider } = visit.service.sessions;
  if (!provider) return signInPage(visit);
  const to = destinationOf(visit);
  return orRefusedPage(async () => {
    const { url, state } = await provider.begin();
    const kept = state + THEN + Buffer.from(to ?? '').toString('base64url');
    return seeOther(url, [setCookie(SIGN_IN_COOKIE, kept, isSecure(visit))]);
  }, to);
}

async function finish(visit: Visit): Promise<Response> {
  const { provider } = visit.service.sessions;
  const secure = isSecure(visit);
  const [state, then = ''] = readCookie(visit.request, SIGN_IN_COOKIE, secure)?.split(THEN) ?? [];
  // Another tab may have finished: whoever is signed in is led on from there.
  if (!provider || state === undefined) return seeOther('/console/sign-in');
  const to = readDestination(Buffer.from(then, 'base64url').toString());
  return orRefusedPage(async () => {
    const response = await startSession(visit, await provider.finish(visit.url, state), to);
    response.headers.append('set-cookie', setCookie(SIGN_IN_COOKIE, undefined, secure));
    return response;
  }, to);
}

/** Signing in at an identity provider: there, and back. */
export const providerRoutes: readonly Route[] = [
  forAnyone('GET', '/sign-in/provider', begin),
  forAnyone('GET', '/sign-in/provider/return', finish),
];
