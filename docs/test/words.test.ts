/** No page which a traveller might read says what nobody may say: see the guide's page on legal wording. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BANNED =
  /\b(?:carbon|climate|co2)[- ](?:neutral|positive)|\bnet[- ]zero\b|\bguilt|\b(?:offset|cancel out|neutrali[sz]e) (?:your|this|the) (?:flight|trip|emissions)|\bcompensat|\breduce your|\bgreen(?:er)?\b|\beco\b|\bsustainab|\bresponsibl/i;

test('examples, sandbox and home page use none of the banned words', () => {
  const files = globSync(
    [
      'examples/*/*.html',
      'examples/*/src/**/*.{ts,tsx}',
      'docs/.vitepress/theme/**/*.vue',
      'docs/sandbox/*.md',
      'README.md',
    ],
    { cwd: ROOT },
  );
  assert.ok(files.length > 20);
  for (const file of files) {
    const found = BANNED.exec(readFileSync(`${ROOT}${file}`, 'utf8'));
    assert.equal(found?.[0], undefined, `${file} says "${found?.[0]}"`);
  }
});

test('the check finds what it is for', () => {
  for (const words of [
    'a carbon neutral flight',
    'Offset your flight',
    'net-zero',
    'a greener choice',
    'sustainable',
  ]) {
    assert.match(words, BANNED);
  }
});
