import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { paleFields } from '../../../scripts/pale-fields.ts';
import { SHOTS } from '../gallery/states.ts';
import { ELEMENTS } from '../scripts/bundler.ts';
import { gallery, VARIANTS } from '../scripts/gallery.ts';

const axe = createRequire(import.meta.url).resolve('axe-core');

/** Colours are the same in every language, and slow to judge. */
const COLOURS = ['light', 'dark'];

/**
 * Variants with the elements and texts of `light`. If such a variant renders the same, only the rules that read what a
 * style may change run again.
 */
const RESTYLED = ['dark', 'forced', 'contrast', 'zoomed'];
const STYLE_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** @returns Content of a page: name, display and attributes of each visible element, and its texts. */
function shownIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const show = (element: Element): unknown[] => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
      const children = [...(element.shadowRoot?.childNodes ?? []), ...element.childNodes];
      // Lit's comments hold a random marker.
      const inside = children
        .filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE)
        .map((child) => (child instanceof Element ? show(child) : child.nodeValue));
      return [element.localName, getComputedStyle(element).display, attributes, inside];
    };
    return JSON.stringify([...document.querySelectorAll('figure > :last-child')].map(show));
  });
}

/** @returns Whether the lines of cards have the colour of their text. */
function linesAreText(page: Page): Promise<boolean> {
  const card = page.locator('.card').first();
  return card.evaluate((element) => {
    const { borderTopColor, color } = getComputedStyle(element);
    return borderTopColor === color;
  });
}

/** Rules that run in a variant; undefined: all that are enabled. */
function rulesOf(name: string, showsTheSame: boolean): string[] | undefined {
  if (!RESTYLED.includes(name) || !showsTheSame) return undefined;
  return STYLE_RULES.filter((rule) => rule !== 'color-contrast' || COLOURS.includes(name));
}

test('every element has a state in the gallery', () => {
  const shown = SHOTS.map(({ element = 'flight-offset-widget' }) => element);
  assert.deepEqual([...new Set(shown)].sort(), [...ELEMENTS].sort());
});

async function judge(page: Page, name: string, showsTheSame: boolean): Promise<AxeResults> {
  await page.addScriptTag({ path: axe });
  // Measured once fades are over. A gallery has no headings, and shows landmarks many times.
  return (await page.evaluate(`
      Promise.all([...document.querySelectorAll('figure > :last-child')].flatMap(({ shadowRoot }) =>
        shadowRoot.getAnimations().map(({ finished }) => finished)))
        .then(() => axe.run('main', {
          resultTypes: ['violations'],
          runOnly: ${JSON.stringify(rulesOf(name, showsTheSame))},
          rules: {
            'color-contrast': { enabled: ${COLOURS.includes(name)} },
            'page-has-heading-one': { enabled: false },
            'landmark-unique': { enabled: false },
            // Targets of 24 px, or that spacing around them (WCAG 2.2, 2.5.8): a rule that is off by default.
            'target-size': { enabled: true },
          },
        }))`)) as AxeResults;
}

test('every state of every element is accessible, in every language, light, dark, narrow and zoomed', async () => {
  const seen: string[] = [];
  const judged = new Set<string>();
  let shownInLight = '';
  await gallery(Object.keys(VARIANTS), async (page, name) => {
    const shown = await shownIn(page);
    if (name === 'light') shownInLight = shown;
    const showsTheSame = shown === shownInLight;
    if (name === 'light' || name === 'contrast')
      assert.equal(
        await linesAreText(page),
        name === 'contrast',
        'more contrast draws lines in the full colour of the text',
      );
    if (name === 'narrow') assert.ok(!showsTheSame, 'a narrow page hides something');
    assert.equal(await page.locator('figure').count(), SHOTS.length);
    const { violations, passes } = await judge(page, name, showsTheSame);
    for (const { id, help, nodes } of violations)
      seen.push(...nodes.map(({ target }) => `${name}: ${id}, ${help}: ${JSON.stringify(target)}`));
    for (const { id } of passes) judged.add(id);
    if (COLOURS.includes(name)) seen.push(...(await paleFields(page)));
  });
  assert.deepEqual(seen, []);
  for (const rule of ['button-name', 'color-contrast', 'label', 'link-name', 'target-size', 'valid-lang'])
    assert.ok(judged.has(rule), rule);
});
