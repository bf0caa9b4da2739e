/** A cookie of the console. */
export interface CookieKind {
  readonly name: string;
  readonly maxAgeSeconds: number;
}

/** Holds the token of a session; the session itself ends no later. */
export const SESSION_COOKIE: CookieKind = { name: 'console_session', maxAgeSeconds: 12 * 60 * 60 };

/** Holds what an identity provider's response is compared with. */
export const SIGN_IN_COOKIE: CookieKind = { name: 'console_sign_in', maxAgeSeconds: 10 * 60 };

/** Over HTTPS the browser itself keeps other hosts and plain HTTP from setting such a cookie. */
function fullName({ name }: CookieKind, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** A `Set-Cookie` header. @param value undefined deletes the cookie. */
export function setCookie(kind: CookieKind, value: string | undefined, secure: boolean): string {
  const age = value === undefined ? 0 : kind.maxAgeSeconds;
  const parts = [`${fullName(kind, secure)}=${value ?? ''}`, 'Path=/', `Max-Age=${age}`, 'HttpOnly'];
  return [...parts, 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
}

/** The value of a cookie; undefined where there is none. The first one counts, as browsers send the narrowest path first. */
export function readCookie(request: Request, kind: CookieKind, secure: boolean): string | undefined {
  const name = `${fullName(kind, secure)}=`;
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const text = part.trim();
    if (text.startsWith(name)) return text.slice(name.length) || undefined;
  }
  return undefined;
}
