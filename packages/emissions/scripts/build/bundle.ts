/**
 * Bundles what is published into few files: resolving fifty modules costs more than the first answer does. The
 * workspace itself uses the modules as they are; `publishConfig` points the published package here.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = new URL('../../', import.meta.url);

/** Writes `index.js`, `lite.js`, `cli.js` and the chunks they share into a folder. */
export async function bundle(outdir: string): Promise<void> {
  await build({
    absWorkingDir: fileURLToPath(folder),
    entryPoints: ['src/index.ts', 'src/lite.ts', 'src/cli.ts'],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    charset: 'ascii',
    external: ['node:*'],
    conditions: ['source'],
    legalComments: 'none',
  });
}
