/** Commands with named files: an unknown name or an invalid number must not pass. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTestFiles } from './test-files.ts';

const cases: readonly [script: string, args: readonly string[], says: RegExp][] = [
  ['bench', ['benhc'], /no path .* contains "benhc"/],
  ['bench', ['emissions', 'oders'], /no path .* contains "oders"/],
  ['test', ['core/src', 'oders'], /no path .* contains "oders"/],
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

test('runs the files whose path contains a part, under node:test or in a browser', () => {
  const all = findTestFiles();
  const { inNode, inBrowser } = findTestFiles([
    'core/src/units/',
    'gateway/src/tracing/',
    'elements/src/format/',
  ]);
  const paths = inNode.flat();
  assert.ok(paths.includes('packages/core/src/units/mass.test.ts'));
  assert.ok(paths.includes('packages/gateway/src/tracing/trace.test.ts'));
  assert.deepEqual(
    all.inNode.flat().filter((path) => /^packages\/(core\/src\/units|gateway\/src\/tracing)\//.test(path)),
    paths,
  );
  assert.ok(inBrowser.length > 0 && inBrowser.length < all.inBrowser.length);
  assert.ok(inBrowser.every((path) => path.startsWith('packages/elements/src/format/')));
});
