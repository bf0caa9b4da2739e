import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Reads addresses and networks with commas between, such as `127.0.0.1,10.0.0.0/8,fd00::/8`.
 * @returns undefined where one of them is neither, or is the network of all addresses.
 */
export function readNetworks(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const one of text.split(',')) {
    const [address = '', prefix, ...rest] = one.trim().split('/');
    const longest = isIPv6(address) ? 128 : 32;
    const bits = prefix === undefined ? longest : Number(prefix);
    const isNetwork = isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix ?? '0');
    if (!isNetwork || bits < 1 || bits > longest) return undefined;
    list.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
