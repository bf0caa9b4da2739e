import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fuzz } from '../fuzz/requests.fuzz.ts';

it('3 000 edge-case requests get no 5xx, and every refusal is an Error object', {
  timeout: 600_000,
}, async (context) => {
  const [result] = await fuzz({ runs: 3000, seed: 20_261_121 });
  context.diagnostic(JSON.stringify(result?.outcomes));
  // Requests which all fail at the first check would prove little.
  for (const outcome of ['200', '201', '40002', '40104', '42201'])
    assert.ok(result?.outcomes[outcome], outcome);
});
