/** Measured figures are the same on every page: the benchmarks have them, others repeat some of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Reads a page with plain spaces: figures have non-breaking ones. */
const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/[\u00a0\u202f]/g, ' ');
const BENCHMARKS = read('docs/quality/index.md');

/** Returns the text of a page from one heading or phrase to another. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  assert.ok(start >= 0 && end > start, `${from} … ${to}`);
  return text.slice(start, end).replace(/\s+/g, ' ');
}

/** Returns ranges such as `0.84 to 1.10`. */
const rangesOf = (text: string): string[] => text.match(/\d+\.\d+ to \d+\.\d+/g) ?? [];

test('not-proven.md states ranges and runs of the benchmarks', () => {
  const bars = between(read('docs/quality/not-proven.md'), '## Bars that are missed', '## Third parties');
  const ranges = rangesOf(bars);
  assert.ok(ranges.length > 12);
  for (const range of ranges)
    assert.ok(BENCHMARKS.includes(range), `${range} is no figure of the benchmarks`);
  const runs = bars.match(/in \w+ runs of \d+/g) ?? [];
  assert.equal(runs.length, 5);
  for (const run of runs) assert.ok(BENCHMARKS.includes(run), run);
});

test("the engine's README states ranges of the benchmarks", () => {
  const speed = between(
    read('packages/emissions/README.md'),
    'Over a thousand different flights',
    'Tables are',
  );
  const ranges = rangesOf(speed);
  assert.equal(ranges.length, 4);
  for (const range of ranges)
    assert.ok(BENCHMARKS.includes(range), `${range} is no figure of the benchmarks`);
});

test('the margins in bytes match the table of the benchmarks', () => {
  const bars = between(read('docs/quality/not-proven.md'), '**Bytes of the widget.**', '## Third parties');
  const margin = (row: string): number => {
    const [, bytes = '', bar = ''] =
      new RegExp(`^\\| ${row} \\| ([\\d ]+) bytes \\| ≤ ([\\d ]+) \\|`, 'm').exec(BENCHMARKS) ?? [];
    return Number(bar.replaceAll(' ', '')) - Number(bytes.replaceAll(' ', ''));
  };
  const rows = [
    'widget, Lit from the page',
    'widget without a bundler, Lit included',
    'what follows the tick, fetched with it',
  ];
  assert.deepEqual(bars.match(/\d+/g)?.map(Number), rows.map(margin));
});

test('the bytes of the widget match the table of the benchmarks on every page', () => {
  const decision = read('docs/decisions/bytes-of-the-widget.md');
  const readme = read('packages/elements/README.md');
  const bytesOf = (text: string, row: string): string | undefined =>
    new RegExp(`^\\| ${row} \\| ([\\d ]+?)(?: bytes)? \\|`, 'm').exec(text)?.[1];
  const rows = [
    ['widget beside Lit, at once', 'widget, Lit from the page', 'the widget beside Lit, at once'],
    [
      'widget without a bundler at once, Lit included',
      'widget without a bundler, Lit included',
      'the widget without a bundler at once, Lit included',
    ],
    ['what the tick loads', 'what follows the tick, fetched with it', 'what the tick loads'],
  ];
  const [beside, whole] = rows.map(([inDecision = '', inBenchmarks = '', inReadme = '']) => {
    const bytes = bytesOf(decision, inDecision);
    assert.ok(bytes, inDecision);
    assert.equal(bytesOf(BENCHMARKS, inBenchmarks), bytes);
    assert.equal(bytesOf(readme, inReadme), bytes);
    return bytes;
  });
  assert.ok(readme.includes(`The widget is ${beside} bytes beside Lit.`));
  assert.ok(read('docs/decisions/one-glance.md').includes(`| ${whole}, Lit included |`));
});
