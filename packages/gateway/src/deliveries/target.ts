import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher } from 'undici';

/** Where notifications may be sent. */
export interface TargetPolicy {
  /** Addresses of this machine and plain http are allowed; for development only. */
  readonly allowLoopback: boolean;
}

/** A notification must not be sent to this address. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly code = 'forbidden_target';
}

function isAllowedAddress(address: string, { allowLoopback }: TargetPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (allowLoopback && range === 'loopback');
}

/** The address literal which a host name is, or undefined where it is a name. URL has normalised forms like 0x7f.1. */
function literal(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : undefined;
}

/**
 * Checks what can be told from the address itself.
 * @throws TargetError for another protocol than https, user info, or an address literal that is not public.
 */
export function checkTarget(target: string, policy: TargetPolicy): URL {
  const url = new URL(target);
  const secure = url.protocol === 'https:';
  if (!secure && !(policy.allowLoopback && url.protocol === 'http:')) {
    throw new TargetError('callback_url must be an https address');
  }
  if (url.username !== '' || url.password !== '')
    throw new TargetError('callback_url must hold no user info');
  const address = literal(url.hostname);
  if (address !== undefined && !isAllowedAddress(address, policy)) {
    throw new TargetError('callback_url must not lead into a private network');
  }
  return url;
}

/** Resolves a name, refuses it where any of its addresses is not public, and pins what it found. */
function guardedLookup(policy: TargetPolicy): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as LookupAddress[];
      if (error) return callback(error, '', 0);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address, policy))) {
        return callback(new TargetError('callback_url leads into a private network'), '', 0);
      }
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
    });
  };
}

/** Connections which check every address at the moment they connect, so that a name cannot change after a check. */
export function guardedDispatcher(policy: TargetPolicy): Dispatcher {
  return new Agent({
    connect: { lookup: guardedLookup(policy), timeout: 10_000 },
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: 4_000,
  });
}
