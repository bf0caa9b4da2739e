/** Makes the files that a page may load without a bundler: `dist/cdn/*.js`, one minified module an element. */
import { fileURLToPath } from 'node:url';
import minifyTemplates from 'rollup-plugin-html-literals';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Elements that have a file of their own; each brings Lit along. */
const ENTRIES = ['flight-offset-widget', 'offset-status'];

/** Not for Lit itself: nothing there is a template, and the plugin warns about it. */
const templates = minifyTemplates({ exclude: ['**/node_modules/**'] }) as unknown as Plugin;

for (const [index, name] of ENTRIES.entries())
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [templates],
    resolve: { conditions: ['source', 'production', 'browser'] },
    build: {
      target: 'es2022',
      outDir: 'dist/cdn',
      emptyOutDir: index === 0,
      modulePreload: false,
      // Not library mode: that keeps white space in modules.
      rolldownOptions: {
        input: { [name]: `src/define/${name}.ts` },
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  });
