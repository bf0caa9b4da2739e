/**
 * Makes the JavaScript of the package: two entries, two worker threads and what they share, with every dependency that
 * each start would load inside. A gateway of separate modules reads 1,400 files before it listens, and takes four
 * times as long; see docs/decisions/one-file-to-start.md.
 */
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

/**
 * What stays a dependency: code that is compiled for a platform, finds files beside itself, or is loaded late, by few.
 */
const EXTERNAL =
  /^(?:node:|better-sqlite3|pdfkit|fontkit|@expo-google-fonts\/|stripe|openid-client|undici|pg-native)/;

const build = await rolldown({
  cwd: ROOT,
  input: {
    cli: 'src/cli.ts',
    index: 'src/index.ts',
    // Threads are started by the name of their file; see pdf-thread.ts and write-ahead-log.ts.
    'pdf-worker': 'src/pdf/pdf-worker.ts',
    'checkpoint-worker': 'src/store/checkpoint-worker.ts',
  },
  platform: 'node',
  resolve: { conditionNames: ['source', 'node', 'default'] },
  external: EXTERNAL,
});
for (const old of globSync('**/*.js{,.map}', { cwd: DIST })) rmSync(join(DIST, old));
const { output } = await build.write({
  dir: DIST,
  format: 'esm',
  entryFileNames: '[name].js',
  // Beside the entries, so that a thread is found from whatever file starts it.
  chunkFileNames: '[name]-[hash].js',
  // The sources have them; lines and names stay, for whoever reads a stack trace.
  comments: false,
});
await build.close();

/** The folder of the package which a module belongs to; undefined for one of this repository. */
function packageOf(module: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
}

/** The licence of a package, as it is in its folder. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(one));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}`;
}

const modules = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
const folders = new Set(modules.flatMap((id) => packageOf(id) ?? []));
const licences = [...folders].map(licenceOf).toSorted();
const rule = `\n\n${'-'.repeat(80)}\n\n`;
writeFileSync(
  join(DIST, 'THIRD-PARTY-LICENCES.txt'),
  `The files of this folder contain these packages.${rule}${licences.join(rule)}\n`,
);
