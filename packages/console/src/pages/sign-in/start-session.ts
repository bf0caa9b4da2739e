import { readCookie, SESSION_COOKIE, setCookie } from '../../access/cookie.ts';
import { seeOther } from '../../http/reply.ts';
import type { Visit } from '../../http/route.ts';
import { homeOf } from '../../layout/navigation.ts';
import type { NewSession } from '../../service/session.ts';

/** Whether cookies may be sent over HTTPS only. */
export function isSecure({ service }: Visit): boolean {
  return service.origin.startsWith('https:');
}

/**
 * Puts a new session in place of whatever the browser had: a token that somebody else put there is worth nothing after
 * the sign-in.
 */
export async function startSession(visit: Visit, { token, session }: NewSession): Promise<Response> {
  const secure = isSecure(visit);
  const old = readCookie(visit.request, SESSION_COOKIE, secure);
  if (old !== undefined) await visit.service.sessions.end(old);
  return seeOther(homeOf(session.merchantId), [setCookie(SESSION_COOKIE, token, secure)]);
}
