/**
 * Pages with one fault each, judged after others with the same look: each fault is found as if all were judged again.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/chromium.ts';
import { COLOUR_RULES, pageFaults } from './page-faults.ts';
import { PLANTED, pageOf, SOUND } from './planted-faults.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Rules of the faults that are checked in the dark too. */
const IN_THE_DARK: readonly string[] = [...COLOUR_RULES, 'scrolls'];

let browser: Browser;
let page: Page;
const judged = new Set<string>();
before(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.addScriptTag({ path: AXE });
});
after(() => browser?.close());

/** Judges a page like those of the console. @returns its faults, by width and scheme. */
async function judge(html: string): Promise<Record<string, readonly string[]>> {
  await page.setContent(html);
  const found: Record<string, readonly string[]> = {};
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    const { faults, rules } = await pageFaults(page, judged);
    await page.emulateMedia({ colorScheme: 'dark' });
    const second = COLOUR_RULES.filter((rule) => rules.includes(rule));
    const dark = await pageFaults(page, judged, second);
    Object.assign(found, { [`${width} light`]: faults, [`${width} dark`]: dark.faults });
  }
  return found;
}

/** Lists axe's findings in the whole open page, by all of its rules. */
function findingsOfAxe(): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run();
    const found = [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${target.join(' ')}`),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...found, 'scrolls sideways'] : found;
  });
}

/** Returns the rules of faults, each once: their first words. */
function rulesOf(faults: readonly string[]): string[] {
  return [...new Set(faults.map((one) => one.split(' ')[0] ?? ''))].toSorted();
}

test('a sound page has no faults', async () => {
  assert.deepEqual(Object.values(await judge(SOUND)).flat(), []);
  assert.ok(judged.size >= 6, [...judged].join('\n'));
});

for (const [name, content] of Object.entries(PLANTED))
  test(`finds ${name}`, async () => {
    const found = await judge(pageOf(content));
    let faults = 0;
    for (const width of [1280, 320])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        // In the dark the rules of structure do not run again.
        const runs = (rule: string): boolean => colorScheme === 'light' || IN_THE_DARK.includes(rule);
        const expected = rulesOf(await findingsOfAxe()).filter(runs);
        const actual = rulesOf(found[`${width} ${colorScheme}`] ?? []);
        assert.deepEqual(actual, expected, `${width} px, ${colorScheme}`);
        faults += expected.length;
      }
    assert.ok(faults > 0, 'axe itself finds nothing');
  });
