import type { PAGES } from '../reference-source/pages.ts';

/** Named, not written into the import: what bundles this file would ask for a build of every package. */
const SOURCE: string = new URL('../reference-source/pages.ts', import.meta.url).href;

export default {
  watch: ['../reference-source/*.ts'],
  paths: async () => {
    const { PAGES: pages } = (await import(SOURCE)) as { PAGES: typeof PAGES };
    return Promise.all(
      Object.entries(pages).map(async ([page, content]) => ({ params: { page }, content: await content() })),
    );
  },
};
