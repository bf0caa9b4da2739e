/** Environment of a build of the site: the menu with version and repository, and its path. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { releaseMenu } from '../.vitepress/release.ts';
import { siteBase } from '../.vitepress/site-base.ts';

const REPOSITORY = 'https://code.example/flight-offset';

/** Returns the link of the repository's entry; undefined if there is none. */
const repositoryOf = (environment: NodeJS.ProcessEnv): unknown =>
  releaseMenu(environment).items.find((item) => 'text' in item && item.text === 'Repository');

test('the menu names the version of the packages', () => {
  const manifest = readFileSync(new URL('../../packages/core/package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  assert.equal(releaseMenu({}).text, `Version ${version}`);
});

test('takes the repository given, or that of the workflow; without either there is no link', () => {
  const workflow = { GITHUB_SERVER_URL: 'https://code.example', GITHUB_REPOSITORY: 'flight-offset' };
  const link = { text: 'Repository', link: REPOSITORY };
  assert.deepEqual(repositoryOf(workflow), link);
  assert.deepEqual(repositoryOf({ ...workflow, DOCS_REPOSITORY: REPOSITORY }), link);
  assert.equal(repositoryOf({}), undefined);
});

test('gives the path of the site a slash at both ends, however it is set', () => {
  for (const path of ['/flight-offset/', '/flight-offset', 'flight-offset/', 'flight-offset'])
    assert.equal(siteBase({ DOCS_BASE: path }), '/flight-offset/', path);
  for (const path of [undefined, '', '/']) assert.equal(siteBase({ DOCS_BASE: path }), '/', path);
});
