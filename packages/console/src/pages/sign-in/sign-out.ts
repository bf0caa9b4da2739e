import { isSecure, SESSION_COOKIE, setCookie } from '../../access/cookie.ts';
import { seeOther } from '../../http/reply.ts';
import { forSignedIn, type Route, type SignedInVisit } from '../../http/route.ts';
import { sessionToken } from './start-session.ts';

async function signOut(visit: SignedInVisit): Promise<Response> {
  const token = sessionToken(visit);
  if (token !== undefined) await visit.service.sessions.end(token);
  return seeOther('/console/sign-in', [setCookie(SESSION_COOKIE, undefined, isSecure(visit.service))]);
}

/** Signing out ends the session itself: a copy of its cookie becomes invalid. */
export const signOutRoutes: readonly Route[] = [forSignedIn('POST', '/sign-out', signOut, { whoever: true })];
