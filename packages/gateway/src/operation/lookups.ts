import { AsyncResource } from 'node:async_hooks';
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';

type Found = Parameters<LookupFunction>[2];

/**
 * A lookup which leaves the database one of the two threads that a process has for the system's own. Where the name server
 * responds for the database's name alone, as in a cluster without a way out, requests to the payment provider would hold both.
 * Who looks up a name that is being looked up gets what is found then; of names that are not the database's one is looked
 * up at a time.
 * @param lookup the system's.
 * @param databaseHosts names of the database's servers.
 */
export function inTurn(lookup: LookupFunction, databaseHosts: readonly string[]): LookupFunction {
  const underWay = new Map<string, Found[]>();
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function next(): void {
    const first = waiting.shift();
    isTaken = first !== undefined;
    first?.();
  }

  return (hostname, options, callback) => {
    // Whoever shares a lookup goes on as itself: a trace of one request is not that of another.
    const found = AsyncResource.bind(callback);
    const key = JSON.stringify([hostname, options]);
    const sharing = underWay.get(key);
    if (sharing) return void sharing.push(found);
    const all = [found];
    underWay.set(key, all);
    const isDatabase = databaseHosts.includes(hostname);
    const end: Found = (...result) => {
      underWay.delete(key);
      if (!isDatabase) next();
      for (const one of all) one(...result);
    };
    const begin = (): void => {
      try {
        lookup(hostname, options, end);
      } catch (error) {
        // Of options that the system does not take. Thrown to whoever happens to be next, it would hold up all others.
        end(error as Error, '');
      }
    };
    if (isDatabase) return begin();
    waiting.push(begin);
    if (!isTaken) next();
  };
}

/**
 * Has everything in this process, which is the caller's own, look up the names it connects to {@link inTurn}.
 * @param urls addresses of the database's servers, all of PostgreSQL.
 */
export async function lookUpInTurn(urls: readonly string[]): Promise<void> {
  const { default: pg } = await import('pg');
  const lookup = inTurn(
    dns.lookup as LookupFunction,
    urls.map((url) => new pg.Client(url).host),
  );
  // Node takes the options of a lookup, and their absence.
  const replacement = (hostname: string, ...given: [Found] | [dns.LookupOptions, Found]): void =>
    given.length === 1 ? lookup(hostname, {}, given[0]) : lookup(hostname, ...given);
  // With what `promisify` knows of it.
  dns.lookup = Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(dns.lookup)) as never;
}
