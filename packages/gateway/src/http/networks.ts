import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Reads addresses and networks separated by commas, such as `127.0.0.1,10.0.0.0/8,fd00::/8`.
 * @returns undefined if one of them is neither, or is the network of all addresses.
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

/**
 * Returns the network of one client: an IPv4 address, even if written as IPv6, or the /64 of an IPv6 address, which
 * belongs to a single client.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  // In the form of URLs: lower case, without superfluous zeros, and without an IPv4 address in it.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = [], tail] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head;
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isIPv4) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const pair = Number.parseInt(group, 16);
    return [pair >> 8, pair & 255];
  });
  return bytes.join('.');
}
