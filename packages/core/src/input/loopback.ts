const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a host is this machine, the only one to which plain HTTP is safe. Names below `localhost` are loopback too
 * (RFC 6761, section 6.3).
 * @param hostname as `URL` writes it: in lower case, an IPv6 address in brackets.
 * @example
 * isLoopbackHost(new URL('http://127.1:4010').hostname); // true
 */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
