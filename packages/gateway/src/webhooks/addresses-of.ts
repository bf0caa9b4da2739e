import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Time limit for a name server's response, milliseconds, and number of tries. */
const PATIENCE = { timeout: 2500, tries: 2 } as const;

/**
 * Finds the addresses of a name, by DNS alone. While a name server does not respond, the system's own lookup would
 * occupy one of the process's two threads for lookups: a merchant's endpoints with such names would hold up all other
 * merchants' webhooks, and the requests to the payment provider.
 * @returns the IPv4 addresses first, so that a machine without IPv6 never waits for an IPv6 address.
 * @throws an error with a code of DNS, such as `ENOTFOUND`, if the name has no address.
 */
export async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  // A new resolver reads the system's current configuration.
  const resolver = new Resolver(PATIENCE);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const listed = (result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  const addresses = [...listed(v4, 4), ...listed(v6, 6)];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
