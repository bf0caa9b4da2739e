import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RolldownOutput, rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * What stays a dependency: code that is compiled for a platform, finds files beside itself, or is loaded late, by few.
 */
const EXTERNAL = /^(?:node:|better-sqlite3|pdfkit|fontkit|@expo-google-fonts\/|stripe|openid-client|undici)/;

/** What the package is published as. */
const PUBLISHED = { cli: 'src/cli.ts', index: 'src/index.ts' };

/** Threads are started by the name of their file; see start-thread.ts. */
const THREADS = {
  'pdf-worker': 'src/pdf/pdf-worker.ts',
  'checkpoint-worker': 'src/store/sqlite/checkpoint-worker.ts',
  'read-worker': 'src/store/sqlite/read-worker.ts',
};

/** What dependencies load though no gateway uses it, and what stands in its place. */
const UNUSED: readonly (readonly [path: RegExp, code: string])[] = [
  // The driver of PostgreSQL in C, which nobody installs: the other driver takes it for missing, as it is.
  [
    /\/pg\/lib\/native\/index\.js$/,
    `module.exports = undefined; throw Object.assign(new Error("Cannot find module 'pg-native'"), { code: 'MODULE_NOT_FOUND' });`,
  ],
  // Threads that write a log, and quantiles of metrics.
  [/\/(?:thread-stream\/index|tdigest\/tdigest)\.js$/, 'module.exports = {};'],
];

const withoutUnused = {
  name: 'without-unused',
  load: (id: string) => UNUSED.find(([path]) => path.test(id))?.[1],
};

/**
 * Writes JavaScript into a folder: entries, worker threads and what they share, with every dependency that each start
 * would load inside. A gateway of separate modules reads 1,400 files before it listens, and takes four times as long; see
 * docs/decisions/one-file-to-start.md.
 * @param folder empty, and inside of the package, where its dependencies are found.
 * @param entries paths from the package by the names of their files; default: what is published.
 */
export async function bundleInto(
  folder: string,
  entries: Readonly<Record<string, string>> = PUBLISHED,
): Promise<RolldownOutput['output']> {
  const build = await rolldown({
    cwd: ROOT,
    input: { ...entries, ...THREADS },
    platform: 'node',
    resolve: { conditionNames: ['source', 'module', 'node', 'default'] },
    external: EXTERNAL,
    plugins: [withoutUnused],
    // No comment with the path of each module, half of them of packages: names of functions lead to the sources.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // Beside the entries, so that a thread is found from whatever file starts it.
    chunkFileNames: '[name]-[hash].js',
    // V8 keeps a file with any other character in two bytes each, and decodes it slower.
    charset: 'ascii',
    // The sources have them; lines and names stay, for whoever reads a stack trace.
    comments: false,
  });
  await build.close();
  return output;
}

/**
 * Makes an empty folder for {@link bundleInto} inside of the package, where its dependencies are found, and in no tarball.
 * @param name what it is for; a random suffix follows.
 */
export async function makeBundleFolder(name: string): Promise<string> {
  const tools = join(ROOT, 'dist/.tools');
  await mkdir(tools, { recursive: true });
  return mkdtemp(join(tools, `${name}-`));
}
