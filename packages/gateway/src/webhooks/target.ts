import { isLoopbackHost } from '@flight-offset/core';
import ipaddr from 'ipaddr.js';

/** Policy on endpoints to which webhooks may be sent. */
export interface TargetPolicy {
  /** Allows addresses of this machine, on any port, and plain http; for development only. */
  readonly allowLoopback: boolean;
  /** Allowed ports of public addresses. */
  readonly ports: readonly number[];
}

/** A webhook must not be sent to this URL. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly code = 'forbidden_target';
}

/**
 * The range that IANA assigns to global unicast. Outside it are forms such as `::127.0.0.1`, which some systems treat
 * as IPv4.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** Whether a webhook may be sent to an IP address. @param text the address, from DNS or a URL. */
export function isAllowedAddress(text: string, { allowLoopback }: TargetPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address written as IPv6 is judged as IPv4.
  const address = ipaddr.process(text);
  return isPublic(address) || (allowLoopback && address.range() === 'loopback');
}

/** Whether a URL has an allowed port; any port is allowed if http is. */
function isAllowedPort({ port }: URL, { allowLoopback, ports }: TargetPolicy): boolean {
  return allowLoopback || ports.includes(port === '' ? 443 : Number(port));
}

/**
 * Returns the IP address in place of a host name; undefined for a name. URL normalises forms like 0x7f.1, so the form
 * is enough to decide. Parsing a name as an address would fail, which takes longer than all other checks of an order.
 */
function ipLiteralOf(hostname: string): string | undefined {
  return /^\[|^[\d.]+$/.test(hostname) ? hostname.replace(/^\[|\]$/g, '') : undefined;
}

/**
 * Checks everything that the URL itself shows.
 * @throws TargetError for another protocol than https, user info, another port, an address literal that is not public,
 *   or a name of this machine, such as `localhost`.
 */
export function checkTarget(target: string, policy: TargetPolicy): URL {
  const url = new URL(target);
  const secure = url.protocol === 'https:';
  if (!secure && !(policy.allowLoopback && url.protocol === 'http:')) {
    throw new TargetError('callback_url must be an https address');
  }
  if (url.username !== '' || url.password !== '')
    throw new TargetError('callback_url must hold no user info');
  if (!isAllowedPort(url, policy)) {
    const ports = policy.ports.join(' or ');
    throw new TargetError(`callback_url must use port ${ports}; the operator may allow others`);
  }
  const address = ipLiteralOf(url.hostname);
  const isAllowed =
    address === undefined
      ? policy.allowLoopback || !isLoopbackHost(url.hostname)
      : isAllowedAddress(address, policy);
  if (!isAllowed) {
    throw new TargetError('callback_url must not lead into a private network');
  }
  return url;
}
