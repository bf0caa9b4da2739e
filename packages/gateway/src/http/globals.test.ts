import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';

it('a gateway leaves the globals of its process unchanged', async (t) => {
  const { Request, Response } = globalThis;
  t.after(() => Object.assign(globalThis, { Request, Response }));
  // New classes, because an earlier gateway of the process may have replaced the globals already.
  const own = { Request: class extends Request {}, Response: class extends Response {} };
  Object.assign(globalThis, own);
  const gateway = await startGateway();
  assert.equal((await fetch(`${gateway.url}/healthz`)).status, 200);
  assert.equal(globalThis.Request, own.Request);
  assert.equal(globalThis.Response, own.Response);
  await gateway.close();
});
