import type { Page } from 'playwright-core';

/** What is wrong with a page into which axe was put: its findings, and whatever has to be scrolled sideways. */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations, incomplete } = await axe.run({ resultTypes: ['violations', 'incomplete'] });
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all }) => {
        const why = [...any, ...all].map(({ message, data }) => `${message} ${JSON.stringify(data)}`);
        return `${id} at ${target.join(' ')}: ${why.join(' ')}`;
      }),
    );
  });
  const [content = 0, width = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  return content > width ? [...faults, `scrolls sideways: ${content} of ${width}`] : faults;
}
