/** Violations that axe finds in a page of the site, judging as little as possible twice. */
import { createRequire } from 'node:module';
import type { ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The script that {@link violations} needs in a page. */
export const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Elements common to all pages of a folder. */
export const FRAME = ['.VPSkipLink', '.VPNav', '.VPLocalNav', '.VPSidebar'];

/**
 * Removes elements from a page while it is judged: axe reads the whole document, even to judge a part, and the
 * navigation of these pages is most of it. Their ids, which link them to the rest, are judged before.
 * @param selectors Elements to remove.
 * @returns A function that puts them back.
 */
export async function removeElements(page: Page, selectors: readonly string[]): Promise<() => Promise<void>> {
  if (selectors.length === 0) return async () => undefined;
  const places = await page.evaluateHandle((list) => {
    return [...document.querySelectorAll(list.join())].map((element) => {
      const place = document.createComment('');
      element.replaceWith(place);
      return { element, place };
    });
  }, selectors);
  return async () => {
    await places.evaluate((all) => {
      for (const { element, place } of all) place.replaceWith(element);
    });
    await places.dispose();
  };
}

/** @returns Ids that more than one element of a page has. */
export function repeatedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });
}

/** Attribute of the elements whose colours are judged in this page. */
const JUDGED = 'data-colours-judged';

/** Selectors of the elements that axe judges. */
interface Context {
  readonly include?: string[][];
  readonly exclude?: string[][];
}

/** @returns Name of the rule and place of the first element, per violation. */
function run(page: Page, context: Context, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ({ where, how }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(where as ElementContext, { resultTypes: ['violations'], ...how });
      return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`);
    },
    { where: context, how: options },
  );
}

/** Runs every rule on everything in a page, in its present scheme. */
export function violations(page: Page): Promise<string[]> {
  return run(page, { exclude: [] }, {});
}

/**
 * Makes code blocks plain text while a page is judged: their coloured words are thousands of elements, which axe reads
 * in any case. A block keeps its width and its scrolling.
 * @returns A function that restores the words.
 */
async function flattenCode(page: Page): Promise<() => Promise<void>> {
  const words = await page.evaluateHandle(() =>
    [...document.querySelectorAll('pre code')].map((code) => {
      const nodes = [...code.childNodes];
      code.replaceChildren(code.textContent ?? '');
      return { code, nodes };
    }),
  );
  return async () => {
    await words.evaluate((all) => {
      for (const { code, nodes } of all) code.replaceChildren(...nodes);
    });
    await words.dispose();
  };
}

/** Runs every rule but that of colours. Content of code blocks is left out once it is certain that it is only text. */
export async function structureViolations(page: Page): Promise<string[]> {
  const others = await page.evaluate(() => {
    const isText = (element: Element): boolean =>
      element.localName === 'span' &&
      element.getAttributeNames().every((name) => name === 'class' || name === 'style');
    return [...document.querySelectorAll('pre code *')]
      .filter((one) => !isText(one))
      .map(({ localName }) => localName);
  });
  const putBack = await flattenCode(page);
  const found = await run(
    page,
    { exclude: [['pre code']] },
    { rules: { 'color-contrast': { enabled: false } } },
  );
  await putBack();
  return [...found, ...others.map((name) => `a code block holds an element ${name}`)];
}

/**
 * Chooses the elements of a page whose colours are judged: of those with text, one of each kind not seen before. A kind
 * is the names, the classes and the look of an element and of all its ancestors: a width at which a style changes
 * colours makes new kinds. The content of a custom element cannot be seen from here: each is a separate kind.
 * @returns The kinds.
 */
function chooseForColours(page: Page, seen: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ({ known, attribute }) => {
      const kinds = new Set(known);
      const nameOf = (element: Element): string => {
        if (element.shadowRoot) return crypto.randomUUID();
        // VitePress gives each page a class that begins with an underscore and has no style.
        const classes = [...element.classList].filter((name) => !name.startsWith('_')).sort();
        // Words of code have their own colours, one for each scheme.
        const own = element.getAttribute('style')?.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
        const { color, backgroundColor, opacity, fontSize, fontWeight } = getComputedStyle(element);
        const look = [...own, color, backgroundColor, opacity, fontSize, fontWeight];
        return `${element.localName}.${classes.join('.')}{${look.join()}}`;
      };
      const isShown = (element: Element): boolean =>
        element.shadowRoot !== null ||
        /^(input|select|textarea)$/.test(element.localName) ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      const chosen: string[] = [];
      // Two sums of 32 bits: the names of all ancestors would be a thousand letters for each kind, sent to every page.
      const sum = (text: string): string => {
        let [first, second] = [0x811c9dc5, 0x9e3779b9];
        for (let at = 0; at < text.length; at++) {
          first = Math.imul(first ^ text.charCodeAt(at), 0x01000193);
          second = Math.imul(second ^ text.charCodeAt(at), 0x85ebca6b) ^ (second >>> 13);
        }
        return `${first}:${second}`;
      };
      const visit = (element: Element, above: string): void => {
        const kind = sum(`${above} > ${nameOf(element)}`);
        if (isShown(element) && !kinds.has(kind) && element.checkVisibility({ visibilityProperty: true })) {
          kinds.add(kind);
          chosen.push(kind);
          element.setAttribute(attribute, '');
        }
        for (const child of element.children) visit(child, kind);
      };
      const app = document.querySelector('#app');
      if (app) visit(app, '');
      return chosen;
    },
    { known: seen, attribute: JUDGED },
  );
}

/**
 * Judges the colours of a page, which has the light scheme, in both schemes, and leaves it in the light one: slow, and
 * therefore once for each kind of element.
 * @param seen Kinds judged on other pages; those of this one are added.
 */
export async function colourViolations(page: Page, seen: Set<string>): Promise<string[]> {
  const kinds = await chooseForColours(page, [...seen]);
  if (kinds.length === 0) return [];
  for (const kind of kinds) seen.add(kind);
  const context = { include: [[`[${JUDGED}]`]] };
  const only = { runOnly: ['color-contrast'] };
  const light = await run(page, context, only);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark').waitFor();
  const dark = await run(page, context, only);
  await page.evaluate((attribute) => {
    for (const one of document.querySelectorAll(`[${attribute}]`)) one.removeAttribute(attribute);
  }, JUDGED);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html:not(.dark)').waitFor();
  return [...light, ...dark];
}
