import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openApiDocument } from '@flight-offset/core/openapi';
import { startGateway } from '../gateway.ts';

it('says what it speaks, with its own address', async () => {
  const gateway = await startGateway();
  const document = await (await fetch(`${gateway.url}/openapi.json`)).json();
  assert.deepEqual(document, JSON.parse(JSON.stringify(openApiDocument({ baseUrl: gateway.url }))));
  await gateway.close();
});
