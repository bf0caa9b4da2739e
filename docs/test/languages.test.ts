/** A language of the texts is named where languages are listed, and has what the sandbox says of its projects. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES } from '@flight-offset/core';
import { SANDBOX_CATALOGUE } from '../../packages/gateway/src/sandbox-projects.ts';
import { REPOSITORY } from './repository-files.ts';

const english = new Intl.DisplayNames('en', { type: 'language' });

for (const path of ['docs/guide/widget.md', 'packages/elements/README.md'])
  test(`${path} lists every language`, () => {
    const page = readFileSync(join(REPOSITORY, path), 'utf8');
    const line = page.split('\n').find((one) => /German, French/.test(one)) ?? '';
    // English is on the line before in a page whose lines are broken.
    const names = LANGUAGES.filter((one) => one !== 'en').map((one) => english.of(one) ?? one);
    assert.deepEqual(
      names.filter((name) => !line.includes(name)),
      [],
    );
  });

test('the sandbox describes its projects in every language', () => {
  for (const { id, descriptions = {} } of SANDBOX_CATALOGUE.projects)
    assert.deepEqual(Object.keys(descriptions).sort(), LANGUAGES.toSorted(), id);
});
