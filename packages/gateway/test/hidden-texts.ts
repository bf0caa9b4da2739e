/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Returns texts that a page shows, with their counts: not those of hidden or closed elements. */
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
 * Returns texts that a page shows only when it is wide: a reader who zooms in would miss them. The page stays narrow.
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
