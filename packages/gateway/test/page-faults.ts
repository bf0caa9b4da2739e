import type { Page } from 'playwright-core';

/** The rules of axe that read colours: all that differ between a light and a dark page with the same elements. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * What is wrong with a page into which axe was put: its findings, and whatever has to be scrolled sideways.
 * @param rules default: every rule that axe has on by default.
 */
export async function pageFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const faults = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run({
      resultTypes: ['violations', 'incomplete'],
      ...(only && { runOnly: [...only] }),
    });
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all }) => {
        const why = [...any, ...all].map(({ message, data }) => `${message} ${JSON.stringify(data)}`);
        return `${id} at ${target.join(' ')}: ${why.join(' ')}`;
      }),
    );
  }, rules);
  const [content = 0, width = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  return content > width ? [...faults, `scrolls sideways: ${content} of ${width}`] : faults;
}
