/** Ceilings on what an application ships. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const folder = new URL('../src/data/', import.meta.url);
const bytesOf = (name: string): number => brotliCompressSync(readFileSync(new URL(name, folder))).length;
const all = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** Tables that the lite entry leaves out, and the one that its bundle has in place of all airports. */
const FULL_ONLY = ['airport-pair-factors.ts', 'airports.ts', 'route-carriers.ts'];
const LITE_ONLY = 'scheduled-airports.ts';
/** Names, which only the entry of cities has. */
const CITIES = 'cities.ts';
/** Tables that no module of lite imports. */
const UNREACHED = [...FULL_ONLY.filter((name) => name !== 'airports.ts'), CITIES];

const total = (names: readonly string[]): number => names.reduce((sum, name) => sum + bytesOf(name), 0);

test('the data of the full entry: at most 160 kB brotli', () => {
  assert.ok([...FULL_ONLY, LITE_ONLY, CITIES].every((name) => all.includes(name)));
  const bytes = total(all.filter((name) => name !== LITE_ONLY && name !== CITIES));
  assert.ok(bytes <= 160_000, `${bytes} bytes`);
});

test('the data of the lite entry: at most 75 kB brotli', () => {
  const bytes = total(all.filter((name) => !FULL_ONLY.includes(name) && name !== CITIES));
  assert.ok(bytes <= 75_000, `${bytes} bytes`);
});

test('the data of the cities: at most 8.5 kB brotli', () => {
  const bytes = bytesOf(CITIES);
  assert.ok(bytes <= 8500, `${bytes} bytes`);
});

/** Returns the modules that an entry loads, including its own. */
function modulesOf(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (url: URL): void => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    for (const [, path] of readFileSync(url, 'utf8').matchAll(/from '(\.[^']+)'/g))
      visit(new URL(path!, url));
  };
  visit(new URL(entry, import.meta.url));
  return seen;
}

const reaches = (modules: ReadonlySet<string>, names: readonly string[]): boolean =>
  [...modules].some((href) => names.some((name) => href.endsWith(`/data/${name}`)));

test('the lite entry imports no table of airport pairs, of their carriers or of cities', () => {
  const modules = modulesOf('../src/lite.ts');
  assert.ok(modules.size > 20, 'the imports were followed');
  assert.equal(reaches(modules, UNREACHED), false);
});

test('the main entry imports no city names, and the cities entry nothing else', () => {
  assert.equal(reaches(modulesOf('../src/index.ts'), [CITIES]), false);
  const cities = modulesOf('../src/cities.ts');
  assert.equal(reaches(cities, [CITIES]), true);
  const estimates = all.filter((name) => name !== CITIES);
  assert.equal(reaches(cities, estimates), false);
});
