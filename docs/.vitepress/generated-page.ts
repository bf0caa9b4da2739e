import type { PAGES } from '../reference-source/pages.ts';

/** Named, not written into the import: what bundles this file would ask for a build of every package. */
const SOURCE: string = new URL('../reference-source/pages.ts', import.meta.url).href;

/** The pages of the reference that are generated, by name, each as a function that returns its Markdown. */
export async function generatedPages(): Promise<typeof PAGES> {
  const { PAGES: pages } = (await import(SOURCE)) as { PAGES: typeof PAGES };
  return pages;
}

/** The Markdown of a generated page of the reference; undefined for pages that are files. */
export async function generatedPage(name: string): Promise<string | undefined> {
  const pages = await generatedPages();
  return Object.hasOwn(pages, name) ? pages[name]?.() : undefined;
}
