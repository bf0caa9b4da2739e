import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { it } from 'node:test';
import { guardedDispatcher } from './guarded-dispatcher.ts';
import { send } from './send.ts';

it('a name is reached also where Node connects to the first address alone', async (t) => {
  const both = getDefaultAutoSelectFamily();
  // `--no-network-family-autoselection` does the same.
  setDefaultAutoSelectFamily(false);
  t.after(() => setDefaultAutoSelectFamily(both));
  // Listens on the name's first address, of whichever family it is here.
  const server = createServer((_, response) => response.end()).listen(0, 'localhost');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const policy = { allowLoopback: true, ports: [] };
  const dispatcher = guardedDispatcher(policy);
  const secrets = ['whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='];
  const attempt = { id: 'msg_1', url, body: '{}', at: 0, secrets, bodyKey: undefined };
  assert.equal((await send(attempt, policy, dispatcher)).outcome, 'delivered');
  await dispatcher.close();
});
