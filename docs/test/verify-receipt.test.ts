/** The page on verifying distinguishes missing keys from invalid ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATCH_TYPE, RECEIPT_TYPE } from '@flight-offset/core/retirement';
import { correctionsOf, makeRetirement, signForTest } from '@flight-offset/core/testing';
import { verifyPasted } from '../.vitepress/theme/sandbox/verify-receipt.ts';

for (const [keys, says] of [
  ['', /^Paste the issuer's keys/],
  [' \n', /^Paste the issuer's keys/],
  ['{', /not in this format/],
  ['{}', /not in this format/],
  ['null', /not in this format/],
] as const)
  test(`keys ${JSON.stringify(keys)}`, async () => {
    const { outcome, text } = await verifyPasted({ receipt: 'a.b.c', batches: '', keys });
    assert.equal(outcome, 'incomplete');
    assert.match(text, says);
  });

/** Returns the page's verdict on an allocated receipt with these changes. */
async function verdictOf(change: object): Promise<{ title: string; text: string }> {
  const { receipts, keys } = await makeRetirement([1]);
  const credits = receipts[0]?.credits.map((credit) => ({ ...credit, retirement: null })) ?? [];
  const claims = { ...receipts[0], credits, retirement_state: 'allocated', ...change };
  return verifyPasted({
    receipt: await signForTest(claims, RECEIPT_TYPE),
    batches: '',
    keys: JSON.stringify(keys),
  });
}

test('the page states that a receipt is of the sandbox', async () => {
  assert.match((await verdictOf({ sandbox: true })).text, /Sandbox: nothing was really bought/);
  assert.doesNotMatch((await verdictOf({})).text, /Sandbox/);
});

test('certificates of aviation fuel are marked as no carbon credits', async () => {
  const { receipts } = await makeRetirement([1]);
  const credits = receipts[0]?.credits.map((credit) => ({
    ...credit,
    product: 'aviation_fuel',
    retirement: null,
  }));
  assert.match((await verdictOf({ credits })).text, /which are not carbon credits/);
});

test('a receipt without credits names no retirement', async () => {
  const { title, text } = await verdictOf({ grams: 0, credits: [] });
  assert.match(`${title} ${text}`, /without credits.*no credits/);
  assert.doesNotMatch(text, /retirement/);
});

test('names the file to verify in place of a PDF', async () => {
  const { outcome, text } = await verifyPasted({ receipt: '%PDF-1.7\n\u0000', batches: '', keys: '' });
  assert.equal(outcome, 'incomplete');
  assert.match(text, /A PDF .* holds no signature\. Open receipt\.jws/);
});

test('states when and why a batch was corrected, whatever the order of its documents', async () => {
  const { batch, receipts, keys } = await makeRetirement([400_000]);
  const first = await signForTest(batch, BATCH_TYPE);
  const second = await signForTest({ ...batch, corrects: await correctionsOf(first) }, BATCH_TYPE);
  const receipt = await signForTest(receipts[0], RECEIPT_TYPE);
  for (const batches of [`${first}\n${second}`, `${second}\n${first}`]) {
    const { outcome, facts } = await verifyPasted({ receipt, batches, keys: JSON.stringify(keys) });
    assert.equal(outcome, 'verified');
    assert.deepEqual(
      facts.filter(({ name }) => name === 'Batch' || name === 'Corrected').map(({ value }) => value),
      [`${batch.batch}: 1 order, 400 kg CO2e`, '2026-04-02: Wrong serial numbers'],
    );
  }
});
