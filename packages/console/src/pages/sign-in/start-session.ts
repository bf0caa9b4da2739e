import { isSecure, readCookie, SESSION_COOKIE, setCookie } from '../../access/cookie.ts';
import type { Session } from '../../access/session.ts';
import { seeOther } from '../../http/reply.ts';
import type { Visit } from '../../http/route.ts';
import { homeOf, merchantPath } from '../../layout/navigation.ts';
import type { NewSession } from '../../service/session.ts';

/** The token of the session that a browser has; undefined where it has none. */
export function sessionToken(visit: Visit): string | undefined {
  return readCookie(visit.request, SESSION_COOKIE, isSecure(visit.service));
}

/**
 * Puts a new session in place of whatever the browser had: a token that somebody else put there is worth nothing after
 * the sign-in.
 * @param to the page to come to; the person's start page if there is none, or if it belongs to another merchant.
 */
export async function startSession(
  visit: Visit,
  { token, session }: NewSession,
  to?: string,
): Promise<Response> {
  const old = sessionToken(visit);
  if (old !== undefined) await visit.service.sessions.end(old);
  return seeOther(isOf(session, to) ? to : homeOf(session.merchantId), [
    setCookie(SESSION_COOKIE, token, isSecure(visit.service)),
  ]);
}

/** Whether a page is one of those that a person's links lead to. */
function isOf({ merchantId }: Session, to: string | undefined): to is string {
  if (to === undefined || merchantId === undefined) return to !== undefined;
  const own = merchantPath(merchantId);
  return [`${own}/`, `${own}?`].some((start) => `${to}/`.startsWith(start));
}
