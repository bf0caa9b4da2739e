import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { bundle, cdnFiles, ELEMENTS, LANGUAGES, modules, TEXT_SETS } from '../scripts/bundler.ts';
import { brotli, initialBytes, measure } from '../scripts/measure.ts';

/** Maximum size of each part, in bytes of brotli 11. */
const CEILINGS: Readonly<Record<string, number>> = {
  cdn: 11_000,
  npm: 5_000,
  // Code that loads with the tick, room or the opened disclosure, and the press: docs/decisions/bytes-of-the-widget.md.
  pay: 1_750,
  details: 1_900,
  choices: 900,
  order: 660,
  status: 1_500,
};

test('every bundle keeps to its ceiling', async (context) => {
  const sizes = await measure();
  context.diagnostic(JSON.stringify(sizes));
  for (const [name, ceiling] of Object.entries(CEILINGS))
    assert.ok(sizes[name]! <= ceiling, `${name} is ${sizes[name]} bytes, ${ceiling} at most`);
  for (const set of TEXT_SETS)
    for (const language of LANGUAGES) {
      const name = `${set}-${language}`;
      assert.ok(sizes[name]! <= 700, `${name} is ${sizes[name]} bytes, 700 at most`);
    }
});

test('the published modules load at most 5 kB at once', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-elements-'));
  context.after(() => rm(folder, { recursive: true }));
  await modules(folder);
  const published = await initialBytes(`import '${folder}/define/flight-offset-widget.js';`);
  assert.ok(published <= 5_000, `${published} bytes`);
});

test('two elements of the CDN share one Lit, and nothing imports the file of an element', async () => {
  const files = await cdnFiles();
  const elements = new Set(ELEMENTS.map((name) => `${name}.js`));
  assert.equal(files.filter(({ code }) => code.includes('litHtmlVersions')).length, 1);
  for (const { name, imports } of files)
    for (const imported of imports) assert.ok(!elements.has(imported), `${name} imports ${imported}`);
});

test('the lazy loader is 300 bytes at most', async () => {
  const { code } = (await cdnFiles()).find(({ name }) => name === 'loader.js')!;
  assert.match(code, /IntersectionObserver/);
  assert.ok(code.length <= 300, `${code.length} bytes: ${code}`);
});

test('no schema library and no development build of Lit is in a bundle', async () => {
  const code = await bundle(`import './src/define/flight-offset-widget.ts';`);
  for (const word of ['zod', 'ZodError', 'Lit is in dev mode', 'sourceMappingURL'])
    assert.ok(!code.includes(word), word);
  assert.ok(brotli(code) > 5_000, 'Lit is inside');
});
