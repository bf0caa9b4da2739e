/** Ceilings on what an application ships. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const folder = new URL('data/', import.meta.url);
const bytesOf = (name: string): number => brotliCompressSync(readFileSync(new URL(name, folder))).length;
const all = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** The one table the lite entry leaves out. */
const FULL_ONLY = 'airport-pair-factors.ts';

test('the data of the full entry: at most 160 kB brotli', () => {
  assert.ok(all.includes(FULL_ONLY));
  const bytes = all.reduce((sum, name) => sum + bytesOf(name), 0);
  assert.ok(bytes <= 160_000, `${bytes} bytes`);
});

test('the data of the lite entry: at most 88 kB brotli', () => {
  const bytes = all.filter((name) => name !== FULL_ONLY).reduce((sum, name) => sum + bytesOf(name), 0);
  assert.ok(bytes <= 88_000, `${bytes} bytes`);
});

test('the lite entry reaches no table of airport pairs', () => {
  const seen = new Set<string>();
  const visit = (url: URL): void => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    for (const [, path] of readFileSync(url, 'utf8').matchAll(/from '(\.[^']+)'/g))
      visit(new URL(path!, url));
  };
  visit(new URL('lite.ts', import.meta.url));
  assert.ok(seen.size > 20, 'the imports were followed');
  assert.ok(![...seen].some((href) => href.endsWith(FULL_ONLY)));
});
