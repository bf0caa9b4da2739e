import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';

it('a gateway in a process leaves the globals of the process alone', async () => {
  const { Request, Response } = globalThis;
  const gateway = await startGateway();
  assert.equal((await fetch(`${gateway.url}/healthz`)).status, 200);
  assert.equal(globalThis.Request, Request);
  assert.equal(globalThis.Response, Response);
  await gateway.close();
});
