import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { ROOT } from '../scripts/bundler.ts';
import { frameworkTypes } from '../scripts/framework-types.ts';
import { elementsOf, readManifest } from '../scripts/manifest.ts';

test('a page in React is checked down to the data of an event', () => {
  mkdirSync(`${ROOT}dist/types`, { recursive: true });
  for (const [name, code] of Object.entries(frameworkTypes(elementsOf(readManifest()))))
    writeFileSync(`${ROOT}dist/types/${name}.d.ts`, code);
  const built = spawnSync('tsc', ['-b', ROOT], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stdout);
  for (const page of ['types', 'types/components']) {
    const { status, stdout } = spawnSync('tsc', ['-p', `${ROOT}test/${page}`], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }
});
