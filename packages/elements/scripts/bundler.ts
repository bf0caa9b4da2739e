/** Makes JavaScript of the sources, for npm, for pages without a bundler, and to measure what a page would load. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import minifyTemplates from 'rollup-plugin-html-literals';

/** The folder of the package. */
export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

/** The elements, each a file of its own. */
export const ELEMENTS = [
  'flight-emissions',
  'flight-offset-widget',
  'offset-order-list',
  'offset-status',
  'offset-transaction',
] as const;

/** Languages with files of their own, and the sets of texts each has. */
export const LANGUAGES = ['ar', 'de', 'es', 'fr', 'hi', 'ja'] as const;
export const TEXT_SETS = ['widget', 'checkout', 'method', 'status', 'back-office'] as const;

/** Texts of other languages stay files of their own, beside the bundle, whose names need no table. */
const lazyTexts: Plugin = {
  name: 'lazy-texts',
  load(id) {
    if (id.endsWith('/load-texts.ts')) {
      return `import { LANGUAGES } from './languages.ts';
        export const later = (set, language) => import(\`./locales/\${set}-\${language}.js\`).then((texts) => texts.default, () => {});
        export const loadTexts = async (set, tag) =>
          LANGUAGES.test(tag) && !/^en/.test(tag) ? later(set, tag.slice(0, 2)) : undefined;`;
    }
    if (!id.endsWith('/load-method-texts.ts')) return;
    // English too: it is built in only where most travellers read it.
    return `import { LANGUAGES } from './languages.ts';
      import { later } from './load-texts.ts';
      export const loadMethodTexts = (tag) => later('method', LANGUAGES.test(tag) ? tag.slice(0, 2) : 'en');`;
  },
};

/** In one file there is nothing left to fetch: what is imported later elsewhere is simply there. */
const nothingLater: Plugin = {
  name: 'nothing-later',
  transform(code, id) {
    const [, name, path] = /\/lazy\/.*export const (\w+).*import\('(.+?)'\)\)/s.exec(id + code) ?? [];
    return name && path
      ? `import * as all from '${path}'; export const ${name} = async () => all;`
      : undefined;
  },
};

/**
 * Files on one page share one Trusted Types policy: under `trusted-types lit-html` a second one of that name is refused,
 * and with it every file but the first.
 */
const onePolicy: Plugin = {
  name: 'one-policy',
  transform(code, id) {
    if (!/\/lit-html(\.js|\/.*\/lit-html\.js)$/.test(id)) return;
    const shared = code.replace(
      /(\w+)\.createPolicy\("lit-html",/,
      'globalThis[Symbol.for("flight-offset.trusted-types")]??=$&',
    );
    if (shared === code) this.error('lit-html creates its Trusted Types policy in another way now.');
    return shared;
  },
};

/** Templates and styles without the room that is for readers of the sources: no bundler of a page takes it out. */
const withoutRoom = minifyTemplates({
  include: ['**/elements/src/**/*.ts'],
  options: { minifyOptions: { removeOptionalTags: true } },
}) as unknown as Plugin;

/** What is left to the page's own bundle. */
type External = (string | RegExp)[];

/** Bundles `source`, whose imports are relative to the package, and returns the code in one piece. */
export async function bundle(source: string, external: External = []): Promise<string> {
  return (await chunks(source, external, false)).map(({ code }) => code).join('');
}

/** One file that a bundler makes. */
export interface Piece {
  readonly name: string;
  readonly code: string;
  /** Whether it begins all the rest. */
  readonly entry: boolean;
  /** Whether a page loads it at once, and not when it is needed. */
  readonly first: boolean;
}

/** The same in the pieces that a bundler makes. */
export async function split(source: string, external: External = []): Promise<Piece[]> {
  const all = await chunks(source, external, true);
  const first = new Set(all.filter(({ isEntry }) => isEntry));
  // A set also visits what is added on the way: imports of imports.
  for (const { imports } of first)
    for (const name of imports) for (const chunk of all) if (chunk.fileName === name) first.add(chunk);
  return all.map((chunk) => ({
    name: chunk.fileName,
    code: chunk.code,
    entry: chunk.isEntry,
    first: first.has(chunk),
  }));
}

/** The pieces of `source`: one, or as many as dynamic imports make. */
async function chunks(source: string, external: External, codeSplitting: boolean): Promise<OutputChunk[]> {
  const build = await rolldown({
    cwd: ROOT,
    input: 'entry',
    external,
    platform: 'browser',
    resolve: { conditionNames: ['source', 'production', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (path) => (path === 'entry' ? `${ROOT}entry.js` : undefined),
        load: (id) => (id === `${ROOT}entry.js` ? source : undefined),
      },
      ...(codeSplitting ? [] : [lazyTexts, nothingLater, onePolicy]),
      withoutRoom,
    ],
    transform: { target: 'es2022' },
    treeshake: true,
  });
  const { output } = await build.generate({
    format: 'es',
    minify: true,
    comments: false,
    codeSplitting,
  });
  await build.close();
  return output.filter((file) => file.type === 'chunk');
}

/** Writes a module for each of the sources to `folder`: what npm gets. */
export async function modules(folder: string): Promise<void> {
  const sources = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.{test,fixture}.ts', 'src/cdn/**'] });
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(sources.map((path) => [path.slice('src/'.length, -'.ts'.length), path])),
    external: /^[^./]/,
    platform: 'neutral',
    plugins: [withoutRoom],
    transform: { target: 'es2022' },
    treeshake: false,
  });
  await build.write({
    dir: folder,
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: `${ROOT}src`,
    entryFileNames: '[name].js',
    sourcemap: true,
  });
  await build.close();
}
