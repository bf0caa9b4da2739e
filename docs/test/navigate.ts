/** Goes from page to page like a reader who clicks on a link, without reloading the site. */
import type { Page } from 'playwright-core';

/** Content of a page: name, id and classes of each element, and the text. */
interface Shown {
  readonly elements: readonly string[];
  readonly text: string;
}

/**
 * Clicks on a link to another page of the site, and waits until the page is there.
 * @param address Path of a page with a sidebar.
 */
export async function navigateTo(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  // VitePress gives each page a class.
  const name = address.replaceAll(/[./]+/g, '_');
  await page.waitForFunction(
    (expected) => document.querySelector('main .vp-doc')?.classList.contains(expected),
    name,
  );
}

/**
 * Compares the page in the browser with the file at its URL: a page that the router has drawn must be judged as a
 * reader sees it who opens the URL.
 * @returns The first difference; undefined if there is none.
 */
export async function differenceFromFile(page: Page, html: string): Promise<string | undefined> {
  const [drawn, served] = await page.evaluate((text) => {
    const show = (from: Document): Shown => {
      const main = from.querySelector('main');
      const elements = [...(main?.querySelectorAll('*') ?? [])];
      return {
        elements: elements.map(({ localName, id, classList }) => [localName, id, ...classList].join(' ')),
        text: main?.textContent?.replaceAll(/\s+/g, ' ') ?? '',
      };
    };
    return [show(document), show(new DOMParser().parseFromString(text, 'text/html'))] as const;
  }, html);
  const longer = drawn.elements.length > served.elements.length ? drawn : served;
  const index = longer.elements.findIndex((_, at) => drawn.elements[at] !== served.elements[at]);
  if (index >= 0)
    return `element ${index}: ${drawn.elements[index]} in the browser, ${served.elements[index]} in the file`;
  return drawn.text === served.text ? undefined : 'another text than in the file';
}
