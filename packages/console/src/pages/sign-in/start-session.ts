import { isSecure, readCookie, SESSION_COOKIE, setCookie } from '../../access/cookie.ts';
import type { Session } from '../../access/session.ts';
import { seeOther } from '../../http/reply.ts';
import type { Visit } from '../../http/route.ts';
import { homeOf, merchantPath } from '../../layout/navigation.ts';
import type { NewSession } from '../../service/session.ts';

/** Reads the token of the browser's session; undefined if it has none. */
export function sessionToken(visit: Visit): string | undefined {
  return readCookie(visit.request, SESSION_COOKIE, isSecure(visit.service));
}

/**
 * Replaces the browser's session: a token that another person put there becomes invalid with the sign-in.
 * @param to the page to open; the person's start page if there is none, or if it belongs to another merchant.
 */
export async function startSession(
  visit: Visit,
  { token, session }: NewSession,
  to?: string,
): Promise<Response> {
  const old = sessionToken(visit);
  if (old !== undefined) await visit.service.sessions.end(old);
  return seeOther(isReachable(session, to) ? to : homeOf(session.merchantId), [
    setCookie(SESSION_COOKIE, token, isSecure(visit.service)),
  ]);
}

/** Whether a person's links lead to a page. */
function isReachable({ merchantId }: Session, to: string | undefined): to is string {
  if (to === undefined || merchantId === undefined) return to !== undefined;
  const own = merchantPath(merchantId);
  return [`${own}/`, `${own}?`].some((start) => `${to}/`.startsWith(start));
}
