import type { HeadConfig, PageData, TransformContext } from 'vitepress';
import { leadOf } from './page-lead.ts';
import { pageMarkdown } from './page-markdown.ts';
import { siteRoot } from './site-base.ts';

/** Characters of a description that search engines show. */
const SHOWN = 200;

/** Returns a lead as plain text, cut after a sentence, or else after a word. */
function shortened(lead: string): string {
  const text = lead.replace(/[*`]|<[^>]+>/g, '').replace(/^Context\. /, '');
  if (text.length <= SHOWN) return text;
  const start = text.slice(0, SHOWN);
  return /^.+[.?](?= )/.exec(start)?.[0] ?? `${start.replace(/ \S*$/, '')} …`;
}

/** Returns the path of a page as links name it: `/guide/start`, `/sandbox/`. */
const linkOf = ({ relativePath }: PageData): string =>
  `/${relativePath.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

/** Describes a page by its lead, for search engines; a page without one has the site's description. */
export async function describePage(page: PageData): Promise<Partial<PageData>> {
  const lead = page.params?.lead ?? leadOf(await pageMarkdown(linkOf(page)).catch(() => ''));
  return lead === '' ? {} : { description: shortened(lead) };
}

/** Returns the preview of a page's link on social media. @param base Path below which the site is hosted. */
export function previewOf(
  { pageData, title, description }: TransformContext,
  base: string,
  environment: NodeJS.ProcessEnv,
): HeadConfig[] {
  const property = (name: string, content: string): HeadConfig => ['meta', { property: name, content }];
  const preview = [
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
  ];
  const root = siteRoot(base, environment);
  if (root === base || pageData.isNotFound) return preview;
  const href = root + linkOf(pageData).slice(1);
  return [
    ...preview,
    property('og:url', href),
    property('og:image', `${root}widget.png`),
    ['link', { rel: 'canonical', href }],
  ];
}
