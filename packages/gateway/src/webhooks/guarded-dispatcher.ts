import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { addressesOf } from './addresses-of.ts';
import { isAllowedAddress, TargetError, type TargetPolicy } from './target.ts';

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Finds the addresses of a name. If webhooks may be sent to this machine, its own names count too, such as `localhost`.
 */
function resolveAddresses(hostname: string, { allowLoopback }: TargetPolicy, callback: LookupCallback): void {
  if (allowLoopback) systemLookup(hostname, { all: true }, callback);
  else
    addressesOf(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
}

/** Resolves a name, refuses it if any of its addresses is not public, and pins the addresses found. */
function guardedLookup(policy: TargetPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolveAddresses(hostname, policy, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address, policy))) {
        return callback(new TargetError('callback_url leads into a private network'), '', 0);
      }
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
    });
  };
}

/** Time for which an idle connection stays open, milliseconds; less if the receiver states less. */
const KEEP_ALIVE_MS = 4_000;

/** Creates connections that check every address when they connect, so that a name cannot change after the check. */
export function guardedDispatcher(policy: TargetPolicy): Dispatcher {
  return new Agent({
    connect: { lookup: guardedLookup(policy), timeout: 10_000 },
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Otherwise a receiver could have it open for ten minutes, and each order may name another one.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
}
