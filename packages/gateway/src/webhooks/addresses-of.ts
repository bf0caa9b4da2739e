import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How long a name server has to respond, milliseconds, and how many times it is tried. */
const PATIENCE = { timeout: 2500, tries: 2 } as const;

/**
 * Finds the addresses of a name, by DNS alone. The system's own lookup holds one of the two threads that a process has for it
 * as long as a name server is silent: a merchant whose endpoints have such names would hold up the webhooks of all others,
 * and the requests to the payment provider.
 * @returns those of IPv4 first: a machine without IPv6 then waits for none of its addresses.
 * @throws an error with a code of DNS, such as `ENOTFOUND`, where there is none.
 */
export async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  // A new one reads how the system is configured at this moment.
  const resolver = new Resolver(PATIENCE);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const listed = (result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  const addresses = [...listed(v4, 4), ...listed(v6, 6)];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
