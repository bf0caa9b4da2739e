import type { Page } from 'playwright-core';

/** What is wrong with a page into which axe was put: its findings, and whatever has to be scrolled sideways. */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run({ resultTypes: ['violations', 'incomplete'] });
    return [...violations, ...incomplete].map(({ id, nodes }) => {
      const [node] = nodes;
      const why = [...(node?.any ?? []), ...(node?.all ?? [])].map(({ message }) => message).join(' ');
      return `${id} at ${node?.target.join(' ')}: ${why}`;
    });
  });
  const [content = 0, width = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  return content > width ? [...faults, `scrolls sideways: ${content} of ${width}`] : faults;
}
