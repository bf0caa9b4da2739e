import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { freePort } from './free-port.ts';
import { listenOnLoopback } from './loopback.ts';

/** First and last port that Linux gives to programs that listen on any port. */
const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

it('a free port is outside the range from which the system assigns ports to other tests', {
  skip: !existsSync(RANGE),
}, async () => {
  const [first = 0, last = 0] = readFileSync(RANGE, 'utf8').split(/\s+/).map(Number);
  for (let tries = 0; tries < 20; tries += 1) {
    const port = await freePort();
    assert.ok(port < first || port > last, `${port} is between ${first} and ${last}`);
  }
});

it('a free port is one that nobody listens on', async (t) => {
  const taken = await listenOnLoopback(createServer(), await freePort());
  t.after(() => taken.close());
  // The taken port, then another.
  const chances = [(taken.port - 20_000 + 0.5) / 12_768, 0.5];
  t.mock.method(Math, 'random', () => chances.shift() ?? 0);
  const port = await freePort();
  assert.notEqual(port, taken.port);
  assert.equal(chances.length, 0, 'the one that is taken was drawn first');
});
