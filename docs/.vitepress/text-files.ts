import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { sidebar } from './sidebar.ts';

/** Named, not written into the import: what bundles this file would ask for a build of the package. */
const OPENAPI = '@flight-offset/core/openapi';
const { openApiDocument } = (await import(OPENAPI)) as typeof import('@flight-offset/core/openapi');

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Forgeries and trees for other implementations of the retirement proofs. */
const VECTORS = fileURLToPath(import.meta.resolve('@flight-offset/core/retirement-vectors.json'));

/** The sentence under a page's title, where its source has one. */
function leadOf(link: string): string {
  const path = `${ROOT}${link.replace(/\/$/, '/index').slice(1)}.md`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lead = /<p class="lead">(.*?)<\/p>/s.exec(text)?.[1] ?? '';
  return lead.replace(/<[^>]+>/g, '').replaceAll('&lt;', '<');
}

/** `llms.txt`: what this is, and every page with the sentence under its title. */
export function llmsText(base: string): string {
  const sections = sidebar.map(({ text, items = [] }) => {
    const pages = items.map(({ text: title = '', link = '' }) => {
      const lead = leadOf(link);
      return `- [${title}](${base}${link.slice(1)})${lead ? `: ${lead}` : ''}`;
    });
    return `## ${text}\n\n${pages.join('\n')}`;
  });
  return [
    '# Flight Offset',
    '> An open checkout for climate contributions on flights: web components for the booking page, a Request-to-Response handler for the merchant’s backend, a gateway for orders, payments and credits, and an offline emissions engine. TypeScript, Apache-2.0.',
    'A page never names an amount: a quote carries signed tokens, an order takes a token. Bodies are signed with HMAC-SHA256 over their exact bytes, lower-case hex. A webhook triggers a check: confirm the status through the list of orders. No text may say that a flight is neutral or offset.',
    ...sections,
    `## For tools\n\n- [openapi.json](${base}openapi.json): the interface and the gateway's extensions, OpenAPI 3.1\n- [retirement-vectors.json](${base}retirement-vectors.json): test vectors of the retirement proofs`,
  ].join('\n\n');
}

/** Serves, and builds, the files that are not pages: `llms.txt`, `openapi.json` and test vectors. */
export function textFiles(base: string): Plugin {
  const files: Record<string, () => string> = {
    'llms.txt': () => `${llmsText(base)}\n`,
    'openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    'retirement-vectors.json': () => readFileSync(VECTORS, 'utf8'),
  };
  return {
    name: 'flight-offset:text-files',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(base.length) ?? '';
        const file = Object.hasOwn(files, name) ? files[name] : undefined;
        if (!file) return next();
        const type = name.endsWith('.json') ? 'application/json' : 'text/plain';
        response.setHeader('content-type', `${type}; charset=utf-8`);
        response.end(file());
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: source() });
      }
    },
  };
}
