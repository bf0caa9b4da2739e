/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Texts that a page shows, by how often: not those of an element that is left out, or closed. */
async function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const text = textContent?.trim();
      if (text && parentElement?.checkVisibility({ visibilityProperty: true })) texts.push(text);
    }
    return texts;
  });
}

/**
 * What a page shows where it is wide and leaves out where it is narrow: whoever zooms in would miss it. The page stays
 * narrow.
 * @param widths in pixels.
 */
export async function hiddenTexts(
  page: Page,
  { wide, narrow }: { readonly wide: number; readonly narrow: number },
): Promise<string[]> {
  await page.setViewportSize({ width: wide, height: 800 });
  const rest = await shownTexts(page);
  await page.setViewportSize({ width: narrow, height: 800 });
  for (const text of await shownTexts(page)) {
    const index = rest.indexOf(text);
    if (index !== -1) rest.splice(index, 1);
  }
  return rest;
}
