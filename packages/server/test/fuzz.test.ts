import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzz } from '../fuzz/handler.fuzz.ts';

it('3 000 requests and as many tokens from the edges: no 5xx, nothing forged passes', async (context) => {
  const [requests, tokens] = await fuzz({ runs: 3000, seed: 20_261_121 });
  context.diagnostic(JSON.stringify([requests?.outcomes, tokens?.outcomes]));
  for (const outcome of ['200', '201', '400 quote_invalid']) assert.ok(requests?.outcomes[outcome], outcome);
  assert.ok(tokens?.outcomes.quote_invalid);
});
