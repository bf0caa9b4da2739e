/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * Finds links and buttons of a page that have the same name and lead to different places: screen readers list them by
 * name alone, without the rows that distinguish them.
 */
export async function namesakes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = new Map<string, Set<unknown>>();
    for (const one of document.querySelectorAll<HTMLAnchorElement | HTMLButtonElement>('a[href], button')) {
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';
      const place = 'href' in one ? one.href : one;
      places.set(name, (places.get(name) ?? new Set()).add(place));
    }
    return [...places].filter(([, { size }]) => size > 1).map(([name]) => name);
  });
}
