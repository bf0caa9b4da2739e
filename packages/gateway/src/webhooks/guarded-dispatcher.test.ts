import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { guardedDispatcher } from './guarded-dispatcher.ts';
import { type Attempt, send } from './send.ts';

const POLICY = { allowLoopback: true, ports: [] };

/** A webhook to an address. */
const attemptAt = (url: string): Attempt => ({
  id: 'msg_1',
  url,
  body: '{}',
  at: 0,
  secrets: ['whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='],
  bodyKey: undefined,
});

it('reaches a host name when Node connects only to its first address', async (t) => {
  const both = getDefaultAutoSelectFamily();
  // `--no-network-family-autoselection` does the same.
  setDefaultAutoSelectFamily(false);
  t.after(() => setDefaultAutoSelectFamily(both));
  // Listens on the name's first address, of whichever family it is here.
  const server = createServer((_, response) => response.end()).listen(0, 'localhost');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const dispatcher = guardedDispatcher(POLICY);
  assert.equal((await send(attemptAt(url), POLICY, dispatcher)).outcome, 'delivered');
  await dispatcher.close();
});

it('a receiver does not decide how long its idle connection stays open', async (t) => {
  let connections = 0;
  const server = createServer((_, response) => response.setHeader('keep-alive', 'timeout=600').end());
  server.keepAliveTimeout = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const dispatcher = guardedDispatcher(POLICY);
  for (const expected of [1, 2]) {
    assert.equal((await send(attemptAt(url), POLICY, dispatcher)).outcome, 'delivered');
    assert.equal(connections, expected);
    // The connection is idle once the client has looked for another request.
    await setImmediate();
    t.mock.timers.tick(4000);
  }
  await dispatcher.close();
});
