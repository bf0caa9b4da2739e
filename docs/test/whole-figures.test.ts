/** Figures of a page that stay on one line with their unit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkdownRenderer } from 'vitepress';
import { keepFiguresWhole } from '../.vitepress/whole-figures.ts';

/** Renders a text. */
function shown(content: string): string {
  const rules: { text: () => string } = { text: () => content };
  keepFiguresWhole({ renderer: { rules } } as unknown as MarkdownRenderer);
  return rules.text();
}

for (const [text, expected] of [
  ['0.49 to 0.57 ×', '0.49 to 0.57\u00a0×'],
  ['217 MB, 94 ms', '217\u00a0MB, 94\u00a0ms'],
  ['of 20 sites', 'of 20 sites'],
  ['radius 6 366.707 km', 'radius 6\u00a0366.707\u00a0km'],
  ['1 000 000 orders', '1\u00a0000\u00a0000 orders'],
  ['3.9 / 12.9', '3.9\u00a0/\u00a012.9'],
  ['in 2026 100 flights', 'in 2026 100 flights'],
  ['in 10 % of cases', 'in 10\u00a0% of cases'],
] as const)
  test(text, () => {
    assert.equal(shown(text), expected);
  });
