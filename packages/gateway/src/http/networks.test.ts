import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readNetworks } from './networks.ts';

describe('networks of a setting', () => {
  it('are addresses and networks of both families', () => {
    const list = readNetworks('127.0.0.1, 10.0.0.0/8,fd00::/8,2001:db8::1');
    assert.ok(list);
    for (const address of ['127.0.0.1', '10.255.0.1']) assert.ok(list.check(address), address);
    for (const address of ['127.0.0.2', '11.0.0.1']) assert.ok(!list.check(address), address);
    for (const address of ['fd12::1', '2001:db8::1']) assert.ok(list.check(address, 'ipv6'), address);
    assert.ok(!list.check('2001:db8::2', 'ipv6'));
  });

  for (const text of [
    '',
    'proxy.example',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
  ])
    it(`"${text}" is refused`, () => assert.equal(readNetworks(text), undefined));

  for (const text of ['0.0.0.0/0', '127.0.0.1,::/0'])
    it(`"${text}", everyone, is refused`, () => assert.equal(readNetworks(text), undefined));
});
