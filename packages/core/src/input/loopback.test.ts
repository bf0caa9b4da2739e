import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackHost } from './loopback.ts';

const hostOf = (authority: string): string => new URL(`http://${authority}`).hostname;

for (const authority of [
  'localhost:4010',
  'LOCALHOST',
  'air.localhost',
  '127.0.0.1',
  '127.1',
  '127.200.3.4',
  '0x7f.1',
  '[::1]:80',
])
  test(`${authority} is this machine`, () => assert.ok(isLoopbackHost(hostOf(authority))));

for (const authority of [
  'localhost.example',
  'notlocalhost',
  '127.0.0.1.example',
  '128.0.0.1',
  '[::2]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
])
  test(`${authority} is not`, () => assert.ok(!isLoopbackHost(hostOf(authority))));
