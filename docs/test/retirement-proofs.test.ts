/** The page that specifies retirement proofs, against the code and the published vectors. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  BATCH_FORMAT,
  MAX_NAMED,
  MAX_URL_LENGTH,
  receiptClaimsSchema,
  retirementBatchSchema,
  VERIFICATION_PROBLEMS,
} from '@flight-offset/core/retirement';
import vectors from '@flight-offset/core/retirement-vectors.json' with { type: 'json' };

const page = readFileSync(new URL('../reference/retirement-proofs.md', import.meta.url), 'utf8');

test('the specification has every code of a refusal', () => {
  const missing = Object.keys(VERIFICATION_PROBLEMS).filter((code) => !page.includes(`\`${code}\``));
  assert.deepEqual(missing, []);
});

test('the specification has every field of a batch', () => {
  const fields = Object.keys(retirementBatchSchema.shape);
  assert.deepEqual(
    fields.filter((field) => !page.includes(`\`${field}\``)),
    [],
  );
  assert.ok(page.includes(BATCH_FORMAT));
});

test('the specification has every verified claim, and the limits of a batch', () => {
  const claims = Object.keys(receiptClaimsSchema.shape);
  assert.deepEqual(
    [...claims, 'kid'].filter((claim) => !page.includes(`\`${claim}\``)),
    [],
  );
  assert.ok(page.includes(`at most ${MAX_NAMED} retirements, each with at most ${MAX_NAMED} ranges`));
  assert.ok(page.includes(`at most ${MAX_URL_LENGTH} characters`));
});

test('the step shown is one of the published vectors', () => {
  const step = readFileSync(new URL('../snippets/path-step.txt', import.meta.url), 'utf8').trim();
  assert.match(step, /^[LR]\d+\.\S{43}$/);
  assert.ok(
    vectors.trees.some(({ paths }) => paths.some((path) => path.includes(step))),
    step,
  );
});

test('the command of verify-receipt.sh proves a receipt, and refuses a forged one', async () => {
  const run = promisify(execFile);
  const cli = fileURLToPath(new URL('../../packages/core/src/cli.ts', import.meta.url));
  const snippet = fileURLToPath(new URL('../snippets/verify-receipt.sh', import.meta.url));
  // In place of npx, which would fetch the published package: the first argument is its name.
  const script = `npx() { shift; '${process.execPath}' --conditions=source '${cli}' "$@"; }\n. '${snippet}'`;
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-receipt-'));
  try {
    const verify = async (receipt: string, batches: readonly string[]): Promise<string> => {
      await writeFile(join(folder, 'receipt.jws'), receipt);
      await writeFile(join(folder, 'batch.jws'), batches.join('\n'));
      return (await run('sh', ['-c', script], { cwd: folder })).stdout;
    };
    await writeFile(join(folder, 'keys.json'), JSON.stringify(vectors.keys));
    assert.notEqual(await verify(vectors.sound.receipt, vectors.sound.batches), '');
    const [forgery] = vectors.forgeries;
    assert.ok(forgery);
    await assert.rejects(verify(forgery.receipt, forgery.batches), { code: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
