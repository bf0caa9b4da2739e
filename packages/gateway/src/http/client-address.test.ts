import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { createClientAddress } from './client-address.ts';

const proxies = new BlockList();
proxies.addAddress('127.0.0.1');
proxies.addSubnet('10.0.0.0', 8);
proxies.addSubnet('fd00::', 8, 'ipv6');

/** Returns the client's address of a request from a peer with this header. */
function addressOf(peer: string, forwarded: string | undefined): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createClientAddress(proxies)({ headers, socket: { remoteAddress: peer } } as IncomingMessage);
}

describe('the address of a client', () => {
  it('is the one that a trusted proxy saw', () => {
    assert.equal(addressOf('127.0.0.1', '203.0.113.9'), '203.0.113.9');
    assert.equal(addressOf('::ffff:127.0.0.1', '203.0.113.9'), '203.0.113.9');
    assert.equal(addressOf('fd00::1', '2001:db8::9'), '2001:db8::9');
  });

  it('is found behind several proxies', () => {
    assert.equal(addressOf('10.1.2.3', '203.0.113.9, 10.9.9.9 ,fd12::1'), '203.0.113.9');
  });

  it('is found next to a port', () => {
    assert.equal(addressOf('127.0.0.1', '203.0.113.9:5678'), '203.0.113.9');
    assert.equal(addressOf('127.0.0.1', '[2001:db8::9]:5678, 10.9.9.9:80, [fd12::1]:443'), '2001:db8::9');
    assert.equal(addressOf('127.0.0.1', '[2001:db8::9]'), '2001:db8::9');
  });

  it('is never one that the client wrote itself', () => {
    assert.equal(addressOf('127.0.0.1', '198.51.100.1, 203.0.113.9'), '203.0.113.9');
    assert.equal(addressOf('203.0.113.9', '198.51.100.1'), '203.0.113.9');
    assert.equal(addressOf('203.0.113.9', '127.0.0.1'), '203.0.113.9');
  });

  it("is the peer's without trusted proxies", () => {
    assert.equal(
      createClientAddress(undefined)({
        headers: { 'x-forwarded-for': '198.51.100.1' },
        socket: { remoteAddress: '127.0.0.1' },
      } as unknown as IncomingMessage),
      '127.0.0.1',
    );
  });

  it('is that of the proxy if the header is missing or holds no address', () => {
    for (const forwarded of [
      undefined,
      '',
      ' , ',
      'unknown',
      '203.0.113.9:',
      ':443',
      '203.0.113.9, <script>',
    ])
      assert.equal(addressOf('127.0.0.1', forwarded), '127.0.0.1', forwarded);
  });

  it('is empty for a peer that has hung up', () => {
    assert.equal(createClientAddress(proxies)({ headers: {}, socket: {} } as IncomingMessage), '');
  });
});
