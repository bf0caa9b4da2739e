/** The words that the glossary replaces stay out of sources, pages, messages, command help and public names. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PAGE_LINKS } from '../.vitepress/page-links.ts';
import { pageMarkdown } from '../.vitepress/page-markdown.ts';
import { REPOSITORY, repositoryFiles } from './repository-files.ts';

const GLOSSARY = 'docs/reference/glossary.md';

/** Files written for people or read by them: not third-party vectors, licences or the lockfile. */
const READ =
  /^(?:[A-Z_]+\.md|\.changeset\/.*\.md|\.github\/.*\.yml|packages\/\w+\/package\.json|(?:packages|examples|docs|scripts)\/.*\.(?:md|[cm]?[jt]sx?|vue|svelte|css|html|sh|py|php|java|go|cs))$/;

/** Third-party words, quoted letter by letter. */
const QUOTED =
  /^(?:docs\/reference\/glossary\.md|docs\/test\/words\.test\.ts)$|\/testing\/data\/|\/data-src\/|CHANGELOG/;

/** Matches a word; the parts of a longer one also occur joined in names: `looks again`, `looks-again`, `looksAgain`. */
function pattern(word: string): RegExp {
  return new RegExp(`(?<![A-Za-z])${word.split(' ').join('[ -]?')}(?![a-z])`, 'gi');
}

/** Returns the words in the last column of the tables of the glossary. */
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
  const files = repositoryFiles().filter((path) => READ.test(path) && !QUOTED.test(path));
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

/**
 * A rate or a share written with an article: `grams a passenger`. Only after a unit, or before a time after a word that
 * may also be a verb: elsewhere the article has its own meaning, as in `within a minute` and `requests a second quote`.
 */
const ARTICLE_FOR_PER =
  /(?<![A-Za-z])(?:(?:k?g|grams?|kilograms?|tonnes?|CO2e|CO₂e|k?m|NM|kilometres?|litres?|[kMG]i?B|bytes|ms) an? (?:passenger|traveller|flight|leg|seat|kilometre|tonne|order|request|second|minute|hour)|(?:seats|flights|passengers|orders|requests|webhooks|responses) an? (?:minute|hour))\b/gi;

test('every page and README writes per passenger, per minute and per hour, not with an article', async () => {
  for (const [text, count] of [
    ['Whole grams a passenger by cabin', 1],
    ['a sphere of 1 NM a minute of arc; 600 requests an hour', 2],
    ['within a minute, for an hour, as a passenger', 0],
    ['the price a passenger pays; orders a flight; requests a second quote', 0],
    ['grams per passenger', 0],
  ] as const)
    assert.equal(text.match(ARTICLE_FOR_PER)?.length ?? 0, count, text);
  const readmes = repositoryFiles().filter((path) => path.endsWith('README.md'));
  assert.ok(readmes.length > 6 && PAGE_LINKS.length > 120);
  const pages = await Promise.all([
    ...PAGE_LINKS.map(async (link) => [link, await pageMarkdown(link)] as const),
    ...readmes.map((path) => [path, readFileSync(join(REPOSITORY, path), 'utf8')] as const),
  ]);
  const found = pages.flatMap(([page, text]) =>
    [...text.matchAll(ARTICLE_FOR_PER)].map(([words]) => `${page}: ${words}`),
  );
  assert.deepEqual(found, []);
});
