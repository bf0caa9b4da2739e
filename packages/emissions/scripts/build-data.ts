/** Builds the modules of `src/data` from the source tables. The same tables give the same bytes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { buildModules } from './build/modules.ts';
import { dataFolder } from './build/sources.ts';

mkdirSync(dataFolder, { recursive: true });
let total = 0;
for (const [name, text] of Object.entries(buildModules())) {
  writeFileSync(new URL(`${name}.ts`, dataFolder), text);
  const bytes = brotliCompressSync(text).length;
  total += bytes;
  process.stdout.write(
    `${name.padEnd(22)} ${String(text.length).padStart(8)} ${String(bytes).padStart(8)}\n`,
  );
}
process.stdout.write(`${'all, brotli'.padEnd(31)} ${String(total).padStart(8)}\n`);
