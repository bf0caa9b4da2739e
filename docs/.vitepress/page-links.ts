import type { DefaultTheme } from 'vitepress';
import { sidebar } from './sidebar.ts';

/** Returns the links of entries of the sidebar and of their children. */
const linksOf = (entries: readonly DefaultTheme.SidebarItem[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(items)]);

/** Link of every page of the site, such as `/guide/start`, in the order of the sidebar. */
export const PAGE_LINKS: readonly string[] = linksOf(sidebar);

const folders = Map.groupBy(PAGE_LINKS, (link) => link.slice(0, link.lastIndexOf('/') + 1));

/** Folders without a page, each with its first page: `/guide/` with `/guide/start`. */
export const FIRST_PAGES: ReadonlyMap<string, string> = new Map(
  [...folders].flatMap(([folder, links]) => (links.includes(folder) ? [] : [[folder, links[0] ?? '/']])),
);
