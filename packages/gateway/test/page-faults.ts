import type { Page } from 'playwright-core';
import { chooseColours, LOOK } from './colours-to-judge.ts';

const CONTRAST = 'color-contrast';

/** Rules of axe that read colours: only these differ between a light and a dark page with the same elements. */
export const COLOUR_RULES: readonly string[] = [CONTRAST, 'link-in-text-block'];

/** Findings of axe. */
interface Found {
  readonly faults: readonly string[];
  /** Rules that found something to judge. */
  readonly rules: readonly string[];
  /** Looks of elements whose colours are right. */
  readonly looks: readonly string[];
}

/** Runs axe. @param where selector of the elements to judge; default: everything. */
function run(page: Page, options: object, where?: string): Promise<Found> {
  return page.evaluate(
    async ({ within, how, attribute }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { passes, violations, incomplete } = await axe.run(within ?? document, {
        elementRef: true,
        ...how,
      });
      return {
        faults: [...violations, ...incomplete].flatMap(({ id, nodes }) =>
          nodes.map(({ target, any, all }) => {
            const why = [...any, ...all].map(({ message, data }) => `${message} ${JSON.stringify(data)}`);
            return `${id} at ${target.join(' ')}: ${why.join(' ')}`;
          }),
        ),
        rules: [...passes, ...violations, ...incomplete].map(({ id }) => id),
        looks: passes.flatMap(({ nodes }) =>
          nodes.flatMap(({ element }) => element?.getAttribute(attribute) || []),
        ),
      };
    },
    { within: where, how: options, attribute: LOOK },
  );
}

/** Findings in a page. */
export interface PageFaults {
  readonly faults: string[];
  /** Rules that found something to judge; the others need not run if only colours differ. */
  readonly rules: readonly string[];
}

/**
 * Finds faults of a page into which axe was put: axe's findings, and sideways scrolling.
 * @param judged looks whose contrast was judged before; the looks of this page are added.
 * @param rules default: all that axe has on by default.
 */
export async function pageFaults(
  page: Page,
  judged: Set<string>,
  rules?: readonly string[],
): Promise<PageFaults> {
  const faults: string[] = [];
  const ran: string[] = [];
  const resultTypes = ['violations', 'incomplete'];
  const others = rules?.filter((rule) => rule !== CONTRAST);
  if (others?.length !== 0) {
    const which = others ? { runOnly: others } : { rules: { [CONTRAST]: { enabled: false } } };
    const found = await run(page, { resultTypes, ...which });
    faults.push(...found.faults);
    ran.push(...found.rules);
  }
  if ((await chooseColours(page, judged)) > 0) {
    const found = await run(page, { runOnly: [CONTRAST] }, `[${LOOK}]`);
    faults.push(...found.faults);
    for (const look of found.looks) judged.add(look);
  }
  const [content = 0, width = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  if (content > width) faults.push(`scrolls sideways: ${content} of ${width}`);
  return { faults, rules: [CONTRAST, ...ran] };
}
