import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientNetwork, readNetworks } from './networks.ts';

describe('networks of a setting', () => {
  it('are addresses and networks of both families', () => {
    const list = readNetworks('127.0.0.1, 10.0.0.0/8,fd00::/8,2001:db8::1,2001:db8::9/128');
    assert.ok(list);
    for (const address of ['127.0.0.1', '10.255.0.1']) assert.ok(list.check(address), address);
    for (const address of ['127.0.0.2', '11.0.0.1']) assert.ok(!list.check(address), address);
    for (const address of ['fd12::1', '2001:db8::1', '2001:db8::9'])
      assert.ok(list.check(address, 'ipv6'), address);
    for (const address of ['2001:db8::', '2001:db8::2', '2001:db8::8'])
      assert.ok(!list.check(address, 'ipv6'), address);
    assert.ok(!list.check('127.0.0.0'));
    assert.ok(readNetworks('128.0.0.0/1')?.check('203.0.113.7'));
  });

  for (const text of [
    '',
    'proxy.example',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/x8',
    '10.0.0.0/8x',
    '10.0.0.0/1e1',
  ])
    it(`"${text}" is refused`, () => assert.equal(readNetworks(text), undefined));

  for (const text of ['0.0.0.0/0', '127.0.0.1,::/0'])
    it(`"${text}", which covers everyone, is refused`, () => assert.equal(readNetworks(text), undefined));
});

describe('the network of a client', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001::5:1:2:3:4', '2001:0:0:5::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['', ''],
  ] as const)
    it(`of "${address}" is "${network}"`, () => assert.equal(clientNetwork(address), network));
});
