import { AsyncResource } from 'node:async_hooks';
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';

type LookupCallback = Parameters<LookupFunction>[2];

/**
 * Creates a lookup that keeps one of the process's two threads for lookups free for the database. If the name server
 * responds only for the database's name, as in a cluster without internet access, requests to the payment provider
 * would hold both. Concurrent lookups of one name share a result; names other than the database's are looked up one at
 * a time.
 * @param lookup the system's.
 * @param databaseHosts names of the database's servers.
 */
export function createSerialLookup(lookup: LookupFunction, databaseHosts: readonly string[]): LookupFunction {
  const underWay = new Map<string, LookupCallback[]>();
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function next(): void {
    const first = waiting.shift();
    isTaken = first !== undefined;
    first?.();
  }

  return (hostname, options, callback) => {
    // Each caller that shares a lookup continues in its own context, and so in the trace of its own request.
    const found = AsyncResource.bind(callback);
    const key = JSON.stringify([hostname, options]);
    const sharing = underWay.get(key);
    if (sharing) return void sharing.push(found);
    const all = [found];
    underWay.set(key, all);
    const isDatabase = databaseHosts.includes(hostname);
    const end: LookupCallback = (...result) => {
      underWay.delete(key);
      if (!isDatabase) next();
      for (const one of all) one(...result);
    };
    const begin = (): void => {
      try {
        lookup(hostname, options, end);
      } catch (error) {
        // The system rejected the options. Thrown at the next caller, the error would block all others.
        end(error as Error, '');
      }
    };
    if (isDatabase) return begin();
    waiting.push(begin);
    if (!isTaken) next();
  };
}

/**
 * Makes every lookup in this process, which must be the caller's own, use {@link createSerialLookup}.
 * @param urls of the database's servers, all PostgreSQL.
 */
export async function serializeLookups(urls: readonly string[]): Promise<void> {
  const { default: pg } = await import('pg');
  const lookup = createSerialLookup(
    dns.lookup as LookupFunction,
    urls.map((url) => new pg.Client(url).host),
  );
  // Node accepts a lookup with or without options.
  const replacement = (
    hostname: string,
    ...given: [LookupCallback] | [dns.LookupOptions, LookupCallback]
  ): void => (given.length === 1 ? lookup(hostname, {}, given[0]) : lookup(hostname, ...given));
  // Keeps the properties that `promisify` uses.
  dns.lookup = Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(dns.lookup)) as never;
}
