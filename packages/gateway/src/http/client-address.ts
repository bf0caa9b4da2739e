import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6 } from 'node:net';

/** Returns the address of the client that sent a request. */
export type ClientAddress = (incoming: IncomingMessage) => string;

/** Some proxies add the client's port; an IPv6 address is then in brackets. */
const WITH_PORT = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/;

function readAddress(text: string): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Creates the function that returns a client's address. Without trusted proxies, that is the peer's address. Behind
 * them, it is the last address in `X-Forwarded-For` that is not a trusted proxy's: anyone may have written the earlier
 * ones.
 */
export function createClientAddress(trustedProxies: BlockList | undefined): ClientAddress {
  const isTrusted = (address: string): boolean =>
    trustedProxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') === true;
  return (incoming) => {
    const forwarded = [incoming.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = incoming.socket.remoteAddress ?? '';
    while (isTrusted(address)) {
      const before = readAddress(forwarded.pop()?.trim() ?? '');
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}
