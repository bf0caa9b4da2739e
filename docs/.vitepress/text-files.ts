import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { DefaultTheme } from 'vitepress';
import { leadOf } from './page-lead.ts';
import { FIRST_PAGES, PAGE_LINKS } from './page-links.ts';
import { pageMarkdown } from './page-markdown.ts';
import { sidebar } from './sidebar.ts';
import { siteRoot } from './site-base.ts';

/** A variable, not part of the import: a bundler of this file would otherwise require a build of the package. */
const OPENAPI = '@flight-offset/core/openapi';
const { merchantOpenApiDocument, openApiDocument } = (await import(
  OPENAPI
)) as typeof import('@flight-offset/core/openapi');

/** Forgeries and trees for other implementations of the retirement proofs. */
const VECTORS = fileURLToPath(import.meta.resolve('@flight-offset/core/retirement-vectors.json'));

const INTRODUCTION = [
  '# Flight Offset',
  '> An open checkout for climate contributions on flights: web components for the booking page, a Request-to-Response handler for the merchant’s backend, a gateway for orders, payments and credits, and an offline emissions engine. TypeScript, Apache-2.0.',
  'A page never names an amount: a quote carries signed tokens, an order takes a token. Bodies are signed with HMAC-SHA256 over their exact bytes, lower-case hex. A webhook triggers a check: confirm the status by the order’s id if the service has that extension, otherwise through the list of orders. No text may say that a flight is neutral or offset.',
] as const;

/** Returns the name of a page's Markdown file, below the base of the site. */
const markdownFile = (link: string): string => `${link.replace(/\/$/, '/index').slice(1)}.md`;

/** Makes the Markdown of the page with this link. */
type ReadPage = (link: string) => Promise<string>;

/**
 * Writes `llms.txt`: what this is, and every page with the sentence under its title.
 * @param root Absolute URL of the site, or its base path if that is unknown; ends in a slash.
 */
async function llmsText(root: string, readPage: ReadPage): Promise<string> {
  /** Lists the entries of the sidebar, with children indented. */
  async function list(entries: readonly DefaultTheme.SidebarItem[], indent = ''): Promise<string[]> {
    const lines = entries.map(async ({ text = '', link = '', items = [] }) => {
      const lead = leadOf(await readPage(link));
      const line = `${indent}- [${text}](${root}${markdownFile(link)})${lead ? `: ${lead}` : ''}`;
      return [line, ...(await list(items, `${indent}  `))];
    });
    return (await Promise.all(lines)).flat();
  }
  const sections = sidebar.map(
    async ({ text, items = [] }) => `## ${text}\n\n${(await list(items)).join('\n')}`,
  );
  return [
    ...INTRODUCTION,
    ...(await Promise.all(sections)),
    `## For tools\n\n- [openapi.json](${root}openapi.json): the interface and the gateway's extensions, OpenAPI 3.1\n- [merchant-openapi.json](${root}merchant-openapi.json): the endpoints of the merchant's handler, OpenAPI 3.1\n- [retirement-vectors.json](${root}retirement-vectors.json): test vectors of the retirement proofs\n- [llms-full.txt](${root}llms-full.txt): every page in one file`,
    '',
  ].join('\n\n');
}

/** Writes `llms-full.txt`: every page of the sidebar in sequence, each with its URL. */
async function llmsFullText(root: string, readPage: ReadPage): Promise<string> {
  const pages = PAGE_LINKS.map(
    async (link) => `<!-- ${root}${markdownFile(link)} -->\n\n${await readPage(link)}`,
  );
  return `${INTRODUCTION.slice(1).join('\n\n')}\n\n${(await Promise.all(pages)).join('\n')}`;
}

/** Returns the contents of a file that is not a page, given the root of the site and the reader of its pages. */
type TextFile = (root: string, readPage: ReadPage) => string | Promise<string>;

/** Creates a file that leads from a folder to its first page, for readers who shorten an address. */
function redirectTo(link: string): TextFile {
  return (root) => {
    // Not to the origin of the build: the site may be served elsewhere.
    const path = new URL(root, 'http://localhost').pathname + link.slice(1);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Flight Offset</title><meta http-equiv="refresh" content="0; url=${path}"><a href="${path}">${path}</a></html>\n`;
  };
}

const FILES: Readonly<Record<string, TextFile>> = {
  'llms.txt': llmsText,
  'llms-full.txt': llmsFullText,
  'openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'merchant-openapi.json': () => `${JSON.stringify(merchantOpenApiDocument(), null, 2)}\n`,
  'retirement-vectors.json': () => readFileSync(VECTORS, 'utf8'),
  ...Object.fromEntries(
    Array.from(FIRST_PAGES, ([folder, link]) => [`${folder.slice(1)}index.html`, redirectTo(link)]),
  ),
  ...Object.fromEntries(
    PAGE_LINKS.map((link) => [markdownFile(link), (_: string, readPage: ReadPage) => readPage(link)]),
  ),
};

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
};

/** Makes links of pages absolute, below the root of the site: a file read on its own has no base. */
function linkedFrom(root: string, readPage: ReadPage): ReadPage {
  return async (link) => (await readPage(link)).replaceAll('](/', `](${root}`);
}

/** Reads each page once, however many files contain it. */
function memoizeReader(readPage: ReadPage): ReadPage {
  const pages = new Map<string, Promise<string>>();
  return (link) => {
    const page = pages.get(link) ?? readPage(link);
    pages.set(link, page);
    return page;
  };
}

/**
 * Serves, and builds, the files that are not pages: `llms.txt`, `llms-full.txt`, OpenAPI documents, test vectors and
 * each page as Markdown; and folders without a page, which lead to their first one.
 * @param base Path below which the site is hosted; ends in a slash.
 */
export function textFiles(base: string, readPage: ReadPage = pageMarkdown): Plugin {
  return {
    name: 'flight-offset:text-files',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { url = '', headers } = request;
        const name = url.slice(base.length).replace(/\/$/, '/index.html');
        const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
        // A page is a module too, which scripts of the site import.
        if (!file || headers['sec-fetch-dest'] === 'script') return next();
        const host = headers.host ? `http://${headers.host}` : '';
        const root = process.env.DOCS_ORIGIN ? siteRoot(base, process.env) : `${host}${base}`;
        Promise.resolve(file(root, linkedFrom(root, readPage))).then((content) => {
          const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
          response.setHeader('content-type', `${type}; charset=utf-8`);
          response.end(content);
        }, next);
      });
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const root = siteRoot(base, process.env);
      const readOnce = memoizeReader(linkedFrom(root, readPage));
      for (const [fileName, content] of Object.entries(FILES)) {
        this.emitFile({ type: 'asset', fileName, source: await content(root, readOnce) });
      }
    },
  };
}
