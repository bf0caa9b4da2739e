import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Plugin } from 'vite';
import { STRICT_FRAME, STRICT_POLICY } from './theme/sandbox/strict-policy.ts';

const WIDGET = fileURLToPath(new URL('./strict-widget.ts', import.meta.url));
const FOLDER = STRICT_FRAME.replace(/[^/]+$/, '');

/**
 * Serves and builds the page on which the playground shows the widget under a strict policy. Its files are in `public`;
 * its script is built here, apart from the site's own, so that only code of a merchant's page runs there.
 */
export function strictFrame(base: string): Plugin {
  return {
    name: 'flight-offset:strict-frame',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        if (path === `${base}${FOLDER}widget.js`) {
          response.setHeader('content-type', 'text/javascript; charset=utf-8');
          return response.end(`import '${base}@fs${WIDGET}';`);
        }
        // A static site has no server to send it; there the page's own `meta` has the same policy.
        if (path === base + STRICT_FRAME) response.setHeader('content-security-policy', STRICT_POLICY);
        return next();
      });
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const made = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        resolve: { conditions: ['source', ...defaultClientConditions] },
        build: {
          write: false,
          modulePreload: false,
          rolldownOptions: {
            input: WIDGET,
            output: { entryFileNames: 'widget.js', chunkFileNames: '[name]-[hash].js' },
          },
        },
      });
      if (!('output' in made)) throw new Error('The script of the strict page was not made.');
      for (const file of made.output) {
        if (file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: FOLDER + file.fileName, source: file.code });
      }
    },
  };
}
