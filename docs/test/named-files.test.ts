/** Files of this repository that its documents name exist, also after files have moved. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY, repositoryFiles } from './repository-files.ts';

/** Documents on this repository. Guides and quickstarts also name files of their readers. */
const ABOUT_US = /^(?:[^/]+|docs\/(?:decisions|emissions|quality)\/[^/]+|packages\/.+)\.md$/;

/** A path in code, with one of the folders that packages have, or relative. */
const NAMED =
  /`((?:\.\.?\/)*(?:(?:packages|examples|docs|scripts|src|test|data-src)\/)[\w./-]+\.\w+|(?:\.\.\/)+[\w./-]+\.\w+)`/g;

test('every file that a document on this repository names exists', () => {
  const files = repositoryFiles();
  const isThere = (document: string, path: string): boolean =>
    files.includes(posix.join(dirname(document), path)) ||
    files.some((file) => `/${file}`.endsWith(`/${path}`));
  let named = 0;
  const missing: string[] = [];
  for (const document of files.filter((file) => ABOUT_US.test(file)))
    for (const [, path = ''] of readFileSync(join(REPOSITORY, document), 'utf8').matchAll(NAMED)) {
      named += 1;
      if (!isThere(document, path)) missing.push(`${document}: ${path}`);
    }
  assert.ok(named > 25, `${named} were read`);
  assert.deepEqual(missing, []);
});
