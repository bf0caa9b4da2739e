/** The page that follows a flight from the widget to its figure names files that exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const PAGE = readFileSync(new URL('../decisions/from-widget-to-figure.md', import.meta.url), 'utf8');

test('every hop is a file, and the drawing has each of them', () => {
  const rows = [...PAGE.matchAll(/^\| (\d+) \| `([\w-]+)` \| `([^`]+)` \|/gm)];
  assert.ok(rows.length >= 30);
  const drawing = /<pre [^>]+>(.+)<\/pre>/s.exec(PAGE)?.[1] ?? '';
  for (const [index, [, hop, name, file]] of rows.entries()) {
    assert.equal(Number(hop), index + 1);
    const source = new URL(`../../packages/${name}/src/${file}`, import.meta.url);
    assert.ok(existsSync(source), `hop ${hop}: ${name} has no ${file}`);
    assert.match(drawing, new RegExp(`\\b${hop}\\b`), `the drawing lacks hop ${hop}`);
  }
});
