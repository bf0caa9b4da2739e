import type { PAGES } from '../reference-source/pages.ts';

/** A variable, not part of the import: a bundler of this file would otherwise require a build of every package. */
const SOURCE: string = new URL('../reference-source/pages.ts', import.meta.url).href;

/** Returns the generated pages of the reference, by name, each as a function that returns its Markdown. */
export async function generatedPages(): Promise<typeof PAGES> {
  const { PAGES: pages } = (await import(SOURCE)) as { PAGES: typeof PAGES };
  return pages;
}

/** Returns the Markdown of a generated page of the reference; undefined for pages that are files. */
export async function generatedPage(name: string): Promise<string | undefined> {
  const pages = await generatedPages();
  return Object.hasOwn(pages, name) ? pages[name]?.() : undefined;
}
