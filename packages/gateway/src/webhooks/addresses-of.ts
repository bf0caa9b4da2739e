import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How long a name server has to respond, milliseconds, and how often it is tried. */
const PATIENCE = { timeout: 2500, tries: 2 } as const;

/**
 * Finds the addresses of a name, by DNS alone. The system's own lookup would occupy one of the two threads that a
 * process has for it while a name server does not respond. A merchant whose endpoints have such names would hold up all
 * other merchants' webhooks, and the requests to the payment provider.
 * @returns the IPv4 addresses first: a machine without IPv6 then never waits for an IPv6 one.
 * @throws an error with a code of DNS, such as `ENOTFOUND`, where the name has no address.
 */
export async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  // A new resolver reads the system's configuration as it is now.
  const resolver = new Resolver(PATIENCE);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const listed = (result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  const addresses = [...listed(v4, 4), ...listed(v6, 6)];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
