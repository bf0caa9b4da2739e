/** Ceilings on what an application ships. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const folder = new URL('data/', import.meta.url);
const bytesOf = (name: string): number => brotliCompressSync(readFileSync(new URL(name, folder))).length;
const all = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** Tables the lite entry leaves out, and the one its bundle has in place of all airports. */
const FULL_ONLY = ['airport-pair-factors.ts', 'airports.ts', 'route-carriers.ts'];
const LITE_ONLY = 'scheduled-airports.ts';
/** Those that no module of lite imports. */
const UNREACHED = FULL_ONLY.filter((name) => name !== 'airports.ts');

const total = (names: readonly string[]): number => names.reduce((sum, name) => sum + bytesOf(name), 0);

test('the data of the full entry: at most 160 kB brotli', () => {
  assert.ok([...FULL_ONLY, LITE_ONLY].every((name) => all.includes(name)));
  const bytes = total(all.filter((name) => name !== LITE_ONLY));
  assert.ok(bytes <= 160_000, `${bytes} bytes`);
});

test('the data of the lite entry: at most 75 kB brotli', () => {
  const bytes = total(all.filter((name) => !FULL_ONLY.includes(name)));
  assert.ok(bytes <= 75_000, `${bytes} bytes`);
});

test('the lite entry reaches no table of airport pairs or of their carriers', () => {
  const seen = new Set<string>();
  const visit = (url: URL): void => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    for (const [, path] of readFileSync(url, 'utf8').matchAll(/from '(\.[^']+)'/g))
      visit(new URL(path!, url));
  };
  visit(new URL('lite.ts', import.meta.url));
  assert.ok(seen.size > 20, 'the imports were followed');
  assert.ok(![...seen].some((href) => UNREACHED.some((name) => href.endsWith(`/${name}`))));
});
