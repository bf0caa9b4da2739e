/** Maximum length of the pages of the site, code included: a page has one question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_LINKS } from '../.vitepress/page-links.ts';
import { pageMarkdown } from '../.vitepress/page-markdown.ts';

/** Maximum characters of Markdown per page. */
const MAX_LENGTH = 12_000;

test('no page, written or generated, is longer than the maximum', async () => {
  assert.ok(PAGE_LINKS.length > 120);
  const lengths = await Promise.all(
    PAGE_LINKS.map(async (link) => ({ link, length: (await pageMarkdown(link)).length })),
  );
  const long = lengths.filter(({ length }) => length > MAX_LENGTH);
  assert.deepEqual(long, [], 'split these pages by question');
});
