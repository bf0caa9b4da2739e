import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzz } from '../fuzz/decoders.fuzz.ts';

it('decoders return or refuse with their own errors for any input; nothing forged passes', async (context) => {
  const results = await fuzz({ runs: 1000, seed: 20_261_121 });
  for (const { name, outcomes } of results) context.diagnostic(`${name}: ${JSON.stringify(outcomes)}`);
  assert.equal(results.length, 6);
});
