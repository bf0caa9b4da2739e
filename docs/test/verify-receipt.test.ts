/** What the page on verifying says of keys: whether none are there yet, or whether what is there is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOn } from '../.vitepress/theme/sandbox/verify-receipt.ts';

for (const [keys, says] of [
  ['', /^Paste the issuer's keys/],
  [' \n', /^Paste the issuer's keys/],
  ['{', /not in this format/],
  ['{}', /not in this format/],
  ['null', /not in this format/],
] as const)
  test(`keys ${JSON.stringify(keys)}`, async () => {
    const { outcome, text } = await verdictOn({ receipt: 'a.b.c', batches: '', keys });
    assert.equal(outcome, 'incomplete');
    assert.match(text, says);
  });
