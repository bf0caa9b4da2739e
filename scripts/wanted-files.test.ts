/** `pnpm bench` and `pnpm fuzz` with a name that nothing has, or a number that is none: neither may say that all holds. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const cases: readonly [script: string, args: readonly string[], says: RegExp][] = [
  ['bench', ['benhc'], /no path .* contains "benhc"/],
  ['bench', ['emissions', 'oders'], /no path .* contains "oders"/],
  ['fuzz', ['--only', 'cores'], /no path .* contains "cores"/],
  ['fuzz', ['--runs', '10o', '--only', 'core'], /--runs must be a whole number from 1/],
  ['fuzz', ['--seed', 'x', '--only', 'core'], /--seed must be a whole number from 0/],
];

for (const [script, args, says] of cases)
  test(`${script} ${args.join(' ')}`, () => {
    const path = fileURLToPath(new URL(`${script}.ts`, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=source', path, ...args]);
    assert.equal(status, 2);
    assert.match(String(stderr), says);
  });
