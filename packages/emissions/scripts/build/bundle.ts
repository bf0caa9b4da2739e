/**
 * Bundles the published code into few files: resolving fifty modules costs more than the first estimate does. The
 * package's entries point at the bundles; under the condition `source` the workspace runs the modules themselves.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { calledFunctions } from './called-functions.ts';
import { compileAtOnce } from './compile-at-once.ts';
import { assertWhole } from './pack.ts';
import { dataFolder } from './sources.ts';

const folder = new URL('../../', import.meta.url);

/** @throws Error unless every generated module is unmodified. */
function assertDataWhole(): void {
  for (const file of readdirSync(dataFolder))
    assertWhole(file.replace(/\.ts$/, ''), readFileSync(new URL(file, dataFolder), 'utf8'));
}

/** Builds lite with the table of airports with scheduled flights in place of all. */
const scheduledAirportsOnly: Plugin = {
  name: 'scheduled airports only',
  setup({ onResolve, resolve: find }) {
    onResolve({ filter: /\/data\/airports\.ts$/ }, ({ path, resolveDir, kind }) =>
      find(path.replace('airports.ts', 'scheduled-airports.ts'), { resolveDir, kind }),
    );
  },
};

const COMMON: BuildOptions = {
  absWorkingDir: fileURLToPath(folder),
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  charset: 'ascii',
  external: ['node:*'],
  // The command's CSV parser imports it by its old name, which some runtimes do not know.
  alias: { stream: 'node:stream' },
  conditions: ['source'],
  legalComments: 'none',
  // Names stay, so that traces can be read; the rest is code that the first estimate would have to parse.
  minifySyntax: true,
  minifyWhitespace: true,
};

/** Returns the absolute paths of the bundled modules. */
function modulesOf({ inputs }: Metafile): string[] {
  return Object.keys(inputs).map((path) => resolve(fileURLToPath(folder), path));
}

/** Bundles, and makes the functions that the first estimates of an entry call compile at once. */
async function buildEngine(outdir: string, entry: string, options: BuildOptions): Promise<string[]> {
  const { metafile } = await build({ ...COMMON, ...options, outdir, metafile: true });
  const called = calledFunctions(resolve(fileURLToPath(folder), outdir, entry));
  for (const [url, functions] of called) {
    // Other files are Node's own, and the script that ran the entry.
    if (!url.endsWith('.js')) continue;
    const file = new URL(url);
    writeFileSync(file, compileAtOnce(readFileSync(file, 'utf8'), functions));
  }
  return modulesOf(metafile);
}

/**
 * Writes `index.js`, `tim.js`, `trips.js`, `cli.js` and the chunks they share into a folder, and `cities.js` and
 * `lite.js`, which share none; deletes earlier files.
 * @returns Absolute paths of the bundled modules.
 */
export async function bundle(outdir: string): Promise<readonly string[]> {
  assertDataWhole();
  rmSync(resolve(fileURLToPath(folder), outdir), { recursive: true, force: true });
  const entryPoints = {
    index: 'src/index.ts',
    tim: 'src/tim/index.ts',
    trips: 'src/trips/index.ts',
    cli: 'src/cli.ts',
  };
  const ofFull = await buildEngine(outdir, 'index.js', { entryPoints });
  // Separately: code shared with the others (an error class) would be one more file to resolve for every estimate.
  const { metafile } = await build({
    ...COMMON,
    outdir,
    entryPoints: { cities: 'src/cities.ts' },
    metafile: true,
  });
  const ofLite = await buildEngine(outdir, 'lite.js', {
    entryPoints: { lite: 'src/lite.ts' },
    plugins: [scheduledAirportsOnly],
  });
  return [...ofFull, ...modulesOf(metafile), ...ofLite];
}
