/** Compiles the sources to JavaScript, for npm, for pages without a bundler, and to measure what a page would load. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type InputOptions, type OutputChunk, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import minifyTemplates from 'rollup-plugin-html-literals';
import { texts } from '../src/messages/texts.ts';

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

/** Languages with files of their own. */
export const LANGUAGES: readonly string[] = Object.keys(texts.widget);

/** The sets of texts that each language has: those that elements load, and the set of the details. */
export const TEXT_SETS: readonly string[] = [...Object.keys(texts), 'method'];

/** Keeps texts of other languages in files of their own, beside the bundle, whose names need no table. */
const lazyTexts: Plugin = {
  name: 'lazy-texts',
  load(id) {
    if (id.endsWith('/load-texts.ts')) {
      return `import { languageOf, LANGUAGES } from './languages.ts';
        export const later = (set, language) => import(\`./locales/\${set}-\${language}.js\`).then((texts) => texts.default, () => {});
        export const loadTexts = async (set, tag) =>
          LANGUAGES.indexOf(languageOf(tag)) > 0 ? later(set, languageOf(tag)) : undefined;`;
    }
    if (!id.endsWith('/load-method-texts.ts')) return;
    // English too: only texts that most travellers read are built in.
    return `import { languageOf, LANGUAGES } from './languages.ts';
      import { later } from './load-texts.ts';
      export const loadMethodTexts = (tag) => later('method', LANGUAGES.includes(languageOf(tag)) ? languageOf(tag) : 'en');`;
  },
};

/** Pages without a bundler write flights as text: the reader must not take another round trip. */
const readerAtOnce: Plugin = {
  name: 'reader-at-once',
  transform(code, id) {
    if (!id.endsWith('/lazy/flights-reader.ts')) return;
    const loaded = code.replace(
      /reimport\(import\(('.+?')\)\)/,
      'Promise.resolve({ readFlights, readQuote })',
    );
    const [, path] = /import\(('.+?')\)\)/.exec(code) ?? [];
    // Named imports: a namespace object would add a helper function of the bundler to the file.
    return `import { readFlights, readQuote } from ${path}; ${loaded}`;
  },
};

/**
 * Code that elements have in common, with all it imports, Lit included: two elements on one page load it once. It is a
 * file of its own, and so is each part that loads later. Nothing may import the file of an element: a page may load
 * that file with a query, and the import would then be a second module.
 */
const COMMON = /\/src\/(quote-element|lazy-part|figure\/(link|view)|styles\/card\.styles)\.ts$/;

/** Removes the white space of templates and styles, which no bundler of a page removes. */
const withoutRoom = minifyTemplates({
  include: ['**/elements/src/**/*.ts'],
  options: { minifyOptions: { removeOptionalTags: true } },
}) as unknown as Plugin;

/** Imports that are left to the page's own bundle. */
type External = (string | RegExp)[];

/** Bundles `source`, whose imports are relative to the package, and returns the code in one piece. */
export async function bundle(source: string): Promise<string> {
  return (await chunks(source, [], false)).map(({ code }) => code).join('');
}

/** One file that a bundler makes. */
export interface Piece {
  readonly name: string;
  readonly code: string;
  /** Whether it is the entry point. */
  readonly entry: boolean;
  /** Whether a page loads it at once, rather than when it is needed. */
  readonly first: boolean;
}

/** Bundles `source` into the pieces that a page's bundler would make. */
export async function split(source: string, external: External = []): Promise<Piece[]> {
  const all = await chunks(source, external, true);
  const first = new Set(all.filter(({ isEntry }) => isEntry));
  // A set also visits items added during iteration: imports of imports.
  for (const { imports } of first)
    for (const name of imports) for (const chunk of all) if (chunk.fileName === name) first.add(chunk);
  return all.map((chunk) => ({
    name: chunk.fileName,
    code: chunk.code,
    entry: chunk.isEntry,
    first: first.has(chunk),
  }));
}

/** Bundles `source` into one chunk, or as many as dynamic imports make. */
async function chunks(source: string, external: External, codeSplitting: boolean): Promise<OutputChunk[]> {
  return generate(
    {
      input: 'entry',
      external,
      plugins: [
        {
          name: 'entry',
          resolveId: (path) => (path === 'entry' ? `${ROOT}entry.js` : undefined),
          load: (id) => (id === `${ROOT}entry.js` ? source : undefined),
        },
        withoutRoom,
      ],
    },
    { codeSplitting },
  );
}

/** A file for pages without a bundler. */
export interface CdnFile {
  readonly name: string;
  readonly code: string;
  /** The files that a page loads with it. */
  readonly imports: readonly string[];
  /** Absolute paths of the modules in it. */
  readonly modules: readonly string[];
}

/**
 * Returns the files for pages without a bundler: one per element, one with the code they have in common, and those that
 * load later. Texts of other languages are not among them.
 */
export async function cdnFiles(): Promise<CdnFile[]> {
  const output = await generate(
    {
      input: Object.fromEntries([
        ...ELEMENTS.map((name) => [name, `src/define/${name}.ts`]),
        ['loader', 'src/cdn/loader.ts'],
      ]),
      plugins: [lazyTexts, readerAtOnce, withoutRoom],
    },
    {
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'common', test: COMMON }] },
    },
  );
  return output.map(({ fileName, code, imports, moduleIds }) => ({
    name: fileName,
    code,
    imports,
    modules: moduleIds,
  }));
}

/** Bundles a page whose entry script is `path`, with templates as they are published. @returns Code by file name. */
export async function pageFiles(path: string): Promise<Readonly<Record<string, string>>> {
  const output = await generate({ input: path, plugins: [withoutRoom] }, { entryFileNames: 'page.js' });
  return Object.fromEntries(output.map(({ fileName, code }) => [fileName, code]));
}

/** Bundles for browsers, minified. */
async function generate(input: InputOptions, output: OutputOptions): Promise<OutputChunk[]> {
  const build = await rolldown({
    cwd: ROOT,
    platform: 'browser',
    resolve: { conditionNames: ['source', 'production', 'browser', 'import', 'default'] },
    transform: { target: 'es2022' },
    treeshake: true,
    ...input,
  });
  const { output: files } = await build.generate({ format: 'es', minify: true, comments: false, ...output });
  await build.close();
  return files.filter((file) => file.type === 'chunk');
}

/** Writes a module for each source to `folder`, as published on npm. */
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
    // The 'use client' of the React components stays: each component is a module of its own.
    checks: { moduleLevelDirective: false },
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
