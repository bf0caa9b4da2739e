import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listSources } from './imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Limit in CONTRIBUTING.md: a longer file has two questions. */
const MAX_LINES = 250;

it(`no source file of a package is past ${MAX_LINES} lines, tables of data apart`, () => {
  const files = globSync('packages/*/src', { cwd: ROOT }).flatMap((source) =>
    listSources(join(ROOT, source))
      .filter((file) => !file.startsWith('data/'))
      .map((file) => join(source, file)),
  );
  assert.ok(files.length > 1000, `${files.length} were read`);
  const lines = (file: string): number => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
  assert.deepEqual(
    files.filter((file) => lines(file) > MAX_LINES),
    [],
  );
});
