import type { DefaultTheme } from 'vitepress';
import { sidebar } from './sidebar.ts';

/** Links of entries of the sidebar and of those below them. */
const linksOf = (entries: readonly DefaultTheme.SidebarItem[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(items)]);

/** Link of every page of the site, such as `/guide/start`, in the order of the sidebar. */
export const PAGE_LINKS: readonly string[] = linksOf(sidebar);
