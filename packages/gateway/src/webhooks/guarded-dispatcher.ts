import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isAllowedAddress, TargetError, type TargetPolicy } from './target.ts';

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
