import { isSecure, readCookie, SESSION_COOKIE, setCookie } from '../../access/cookie.ts';
import { seeOther } from '../../http/reply.ts';
import { forSignedIn, type Route } from '../../http/route.ts';

/** Signing out ends the session itself: a copy of its cookie is worth nothing. */
export const signOutRoutes: readonly Route[] = [
  forSignedIn('POST', '/sign-out', async (visit) => {
    const secure = isSecure(visit.service);
    const token = readCookie(visit.request, SESSION_COOKIE, secure);
    if (token !== undefined) await visit.service.sessions.end(token);
    return seeOther('/console/sign-in', [setCookie(SESSION_COOKIE, undefined, secure)]);
  }),
];
