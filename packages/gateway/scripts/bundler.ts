import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RolldownOutput, rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Code that stays a dependency: it is compiled for a platform, finds files beside itself, or is loaded late and rarely.
 */
const EXTERNAL = /^(?:node:|better-sqlite3|pdfkit|fontkit|@expo-google-fonts\/|stripe|openid-client|undici)/;

/** Published entries. */
const PUBLISHED = { cli: 'src/cli.ts', index: 'src/index.ts' };

/** Threads are started by the name of their file; see start-thread.ts. */
const THREADS = {
  'pdf-worker': 'src/pdf/pdf-worker.ts',
  'checkpoint-worker': 'src/store/sqlite/checkpoint-worker.ts',
  'read-worker': 'src/store/sqlite/read-worker.ts',
};

/** Code that dependencies load but no gateway uses, and its replacement. */
const UNUSED: readonly (readonly [path: RegExp, code: string])[] = [
  // The driver of PostgreSQL in C, which is not installed: the other driver takes it for missing.
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
 * Writes JavaScript into a folder: entries, worker threads and shared code, including every dependency that each start
 * would load. A gateway of separate modules reads 1,400 files before it listens, and takes four times as long; see
 * docs/decisions/one-file-to-start.md.
 * @param folder empty, and inside the package, where its dependencies are found.
 * @param entries paths from the package by the names of their files; default: the published entries.
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
    // No comment with the path of each module, half of them in packages: names of functions lead to the sources.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // Beside the entries, so that a thread is found from any file that starts it.
    chunkFileNames: '[name]-[hash].js',
    // If a file has any other character, V8 keeps it in two bytes per character, and decodes it slower.
    charset: 'ascii',
    // The sources have them; lines and names stay, for stack traces.
    comments: false,
  });
  await build.close();
  return output;
}

/**
 * Makes an empty folder for {@link bundleInto} inside the package, where its dependencies are found, and which no
 * tarball contains.
 * @param name purpose of the folder; a random suffix follows.
 */
export async function makeBundleFolder(name: string): Promise<string> {
  const tools = join(ROOT, 'dist/.tools');
  await mkdir(tools, { recursive: true });
  return mkdtemp(join(tools, `${name}-`));
}
