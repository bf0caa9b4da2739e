/** The page that follows a flight from the widget to its figure names files that exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const PAGE = read('../decisions/from-widget-to-figure.md');
const DRAWING = read('../.vitepress/theme/drawings/Hops.vue');

test('every hop names an existing file, and the drawing has a number for it', () => {
  const rows = [...PAGE.matchAll(/^\| (\d+) \| `([\w-]+)` \| `([^`]+)` \|/gm)];
  assert.ok(rows.length >= 30);
  for (const [index, [, hop, name, file]] of rows.entries()) {
    assert.equal(Number(hop), index + 1);
    const source = new URL(`../../packages/${name}/src/${file}`, import.meta.url);
    assert.ok(existsSync(source), `hop ${hop}: ${name} has no ${file}`);
    assert.match(DRAWING, new RegExp(`\\b${hop}\\b`), `the drawing lacks hop ${hop}`);
  }
});
