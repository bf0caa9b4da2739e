/**
 * Runs test files one after the other in this process, each as a separate suite: setup for all tests of a file runs
 * before its first test and teardown after its last, while the files of `--test-isolation=none` share one set of such
 * hooks.
 *
 * node --conditions=source scripts/together.ts FILE…
 */
import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2))
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
