/** The words which the glossary replaces stay out of sources, pages, messages, command help and public names. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const GLOSSARY = 'docs/reference/glossary.md';

/** What is written for people or read by them: not the vectors of others, licences or the lockfile. */
const READ =
  /^(?:README\.md|CONTRIBUTING\.md|SECURITY\.md|(?:packages|examples|docs|scripts)\/.*\.(?:md|ts|vue|css|html|sh))$/;

/** Words of others, quoted letter by letter. */
const QUOTED =
  /^(?:docs\/reference\/glossary\.md|docs\/test\/words\.test\.ts)$|\/testing\/data\/|\/data-src\/|CHANGELOG/;

/** A word of more than one part also stands in names: `looks again`, `looks-again`, `looksAgain`. */
function pattern(word: string): RegExp {
  return new RegExp(`(?<![A-Za-z])${word.split(' ').join('[ -]?')}(?![a-z])`, 'gi');
}

/** Words in the last column of the tables of the glossary. */
function replaced(): string[] {
  return readFileSync(join(REPOSITORY, GLOSSARY), 'utf8')
    .split('\n')
    .filter((line) => /^\|(?! ?(?:term|use) |-)/.test(line))
    .flatMap((line) => line.split('|').at(-2)?.split(',') ?? [])
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

test('no file uses a word that the glossary replaces', () => {
  const words = replaced();
  assert.ok(words.length > 30, 'the tables of the glossary were read');
  const patterns = words.map(pattern);
  const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' })
    .split('\n')
    .filter((path) => READ.test(path) && !QUOTED.test(path));
  assert.ok(files.length > 500);
  const found = files.flatMap((path) =>
    readFileSync(join(REPOSITORY, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        patterns.some((one) => line.search(one) >= 0) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  );
  assert.deepEqual(found, []);
});
