import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitepress';
import { breakLongNames } from './break-names.ts';
import { turnEmptyHeadersIntoCells } from './empty-headers.ts';
import { fileTitles } from './file-titles.ts';
import { makeInlineCodeLiteral } from './literal-code.ts';
import { describePage, previewOf } from './page-head.ts';
import { releaseMenu } from './release.ts';
import { omitColoursFromSearch, searchText, searchWords } from './search-text.ts';
import { sidebar } from './sidebar.ts';
import { siteBase, siteRoot } from './site-base.ts';
import { strictFrame } from './strict-frame.ts';
import { textFiles } from './text-files.ts';
import { keepFiguresWhole } from './whole-figures.ts';

/** Where the site is hosted below a path, such as a project page: DOCS_BASE=/flight-offset/ */
const base = siteBase(process.env);
const CUSTOM_ELEMENT = /^(flight|offset)-/;

export default defineConfig({
  lang: 'en',
  title: 'Flight Offset',
  titleTemplate: ':title · Flight Offset',
  description: 'An open checkout for climate contributions on flights',
  base,
  cleanUrls: true,
  // Parts that pages include are not pages.
  srcExclude: ['**/node_modules/**', '**/_*.md'],
  ignoreDeadLinks: false,
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#2346c7' }],
  ],
  markdown: {
    languageAlias: { service: 'ini', conf: 'nginx', cfg: 'ini' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      turnEmptyHeadersIntoCells(md);
      keepFiguresWhole(md);
      fileTitles(md);
      makeInlineCodeLiteral(md);
      breakLongNames(md);
      omitColoursFromSearch(md);
    },
  },
  transformPageData(page) {
    if (page.relativePath.startsWith('reference/')) page.frontmatter.pageClass = 'reference';
    return describePage(page);
  },
  transformHead: (context) => previewOf(context, base, process.env),
  // The sitemap's URLs are absolute.
  ...(process.env.DOCS_ORIGIN && { sitemap: { hostname: siteRoot(base, process.env) } }),
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    search: {
      provider: 'local',
      options: { _render: searchText, miniSearch: { options: { tokenize: searchWords } } },
    },
    outline: { level: [2, 3] },
    // On a narrow screen, the button that opens the sidebar is named Menu.
    mobileMenuLabel: 'Main menu',
    nav: [
      { text: 'Guide', link: '/guide/start', activeMatch: '^/(guide|quickstart)/' },
      { text: 'Sandbox', link: '/sandbox/', activeMatch: '^/sandbox/' },
      { text: 'Reference', link: '/reference/operations', activeMatch: '^/reference/' },
      { text: 'Emissions', link: '/emissions/method', activeMatch: '^/emissions/' },
      { text: 'Quality', link: '/quality/', activeMatch: '^/quality/' },
      releaseMenu(process.env),
    ],
    sidebar,
    docFooter: { prev: 'Previous page', next: 'Next page' },
    notFound: {
      title: 'Page not found',
      quote: 'It may have moved. Try searching.',
      linkText: 'Go to the start page',
      linkLabel: 'Go to the start page',
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => CUSTOM_ELEMENT.test(tag) } } },
  vite: {
    plugins: [textFiles(base), strictFrame(base)],
    // Packages of this workspace are taken from their sources, so nothing has to be built first.
    resolve: { conditions: ['source', ...defaultClientConditions] },
    ssr: {
      noExternal: [/^@flight-offset\//],
      resolve: { conditions: ['source', ...defaultServerConditions] },
    },
    // A dependency found only on the first visit of a page would reload that page.
    optimizeDeps: {
      noDiscovery: true,
      include: ['@flight-offset/core > zod'],
    },
  },
});
