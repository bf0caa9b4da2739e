/** The page that specifies retirement proofs, against the code and the published vectors. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BATCH_FORMAT, retirementBatchSchema, VERIFICATION_PROBLEMS } from '@flight-offset/core/retirement';
import vectors from '@flight-offset/core/retirement-vectors.json' with { type: 'json' };

const page = readFileSync(new URL('../reference/retirement-proofs.md', import.meta.url), 'utf8');

test('every code of a refusal is specified', () => {
  const missing = Object.keys(VERIFICATION_PROBLEMS).filter((code) => !page.includes(`\`${code}\``));
  assert.deepEqual(missing, []);
});

test('every field of a batch is specified', () => {
  const fields = Object.keys(retirementBatchSchema.shape);
  assert.deepEqual(
    fields.filter((field) => !page.includes(`\`${field}\``)),
    [],
  );
  assert.ok(page.includes(BATCH_FORMAT));
});

test('the step shown is one of the vectors', () => {
  const [step = ''] = /^[LR]\d+\.\S{43}$/m.exec(page) ?? [];
  assert.ok(
    vectors.trees.some(({ paths }) => paths.some((path) => path.includes(step))),
    step,
  );
});
