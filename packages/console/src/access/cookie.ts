import { createHash } from 'node:crypto';
import type { Home } from './origin.ts';

/** A cookie of the console. */
export interface CookieKind {
  readonly name: string;
  readonly maxAgeSeconds: number;
}

/**
 * Whether cookies are sent over HTTPS only.
 * @param home its `origin` is the gateway's, as browsers see it.
 */
export function isSecure({ origin }: Pick<Home, 'origin'>): boolean {
  return origin.startsWith('https:');
}

/** Holds the token of a session; the session itself ends no later. */
export const SESSION_COOKIE: CookieKind = { name: 'console_session', maxAgeSeconds: 12 * 60 * 60 };

/** Holds the state that an identity provider's response is compared with: one cookie per sign-in in progress. */
const SIGN_IN_COOKIE: CookieKind = { name: 'console_sign_in', maxAgeSeconds: 10 * 60 };

/** The cookie of one sign-in at an identity provider. @param state name of the sign-in in the provider's response. */
export function signInCookie(state: string): CookieKind {
  // A hash: the name of a cookie must not hold text from a URL.
  const name = createHash('sha256').update(state).digest('base64url').slice(0, 16);
  return { ...SIGN_IN_COOKIE, name: `${SIGN_IN_COOKIE.name}_${name}` };
}

/** Cookies of the sign-ins that a browser has in progress, oldest first, as browsers send them. */
export function signInsUnderWay(request: Request, secure: boolean): CookieKind[] {
  const prefix = secure ? HOST_ONLY : '';
  return pairsOf(request)
    .map(([name]) => name)
    .filter((name) => name.startsWith(`${prefix}${SIGN_IN_COOKIE.name}_`))
    .map((name) => ({ ...SIGN_IN_COOKIE, name: name.slice(prefix.length) }));
}

/** Prefix of the name of a cookie that only its host may use. */
const HOST_ONLY = '__Host-';

/** Over HTTPS, the browser itself keeps other hosts and plain HTTP from setting such a cookie. */
function fullName({ name }: CookieKind, secure: boolean): string {
  return secure ? HOST_ONLY + name : name;
}

/** A `Set-Cookie` header. @param value undefined deletes the cookie. */
export function setCookie(kind: CookieKind, value: string | undefined, secure: boolean): string {
  const age = value === undefined ? 0 : kind.maxAgeSeconds;
  const parts = [`${fullName(kind, secure)}=${value ?? ''}`, 'Path=/', `Max-Age=${age}`, 'HttpOnly'];
  return [...parts, 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
}

/** Cookies of a request, in its order. */
function pairsOf(request: Request): (readonly [name: string, value: string])[] {
  return (request.headers.get('cookie') ?? '').split(';').map((part) => {
    const [name = '', ...value] = part.trim().split('=');
    return [name, value.join('=')];
  });
}

/** Reads a cookie; undefined if there is none. The first one counts, as browsers send the narrowest path first. */
export function readCookie(request: Request, kind: CookieKind, secure: boolean): string | undefined {
  const name = fullName(kind, secure);
  return pairsOf(request).find((pair) => pair[0] === name)?.[1] || undefined;
}
