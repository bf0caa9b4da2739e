/**
 * Builds the modules of the package, and the files that a page may load without a bundler: `dist/cdn/*.js`, one
 * minified module per element and the code they share, their texts in other languages, the lazy loader, and the hashes
 * of all these files for `integrity` attributes.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { writeCopies } from '../../../scripts/copies.ts';
import { bundle, cdnFiles, LANGUAGES, modules, ROOT, TEXT_SETS } from './bundler.ts';

const folder = `${ROOT}dist/cdn`;
const integrity: Record<string, string> = {};

/** Writes one file and remembers its hash. */
function write(name: string, code: string): void {
  writeFileSync(`${folder}/${name}`, code);
  integrity[name] = `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

await modules(`${ROOT}dist`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/locales`, { recursive: true });
const files = await cdnFiles();
for (const { name, code } of files) write(name, code);
// Texts contain no third-party code.
writeCopies(
  ROOT,
  files.flatMap(({ modules }) => modules),
);
for (const set of TEXT_SETS)
  for (const language of LANGUAGES)
    write(
      `locales/${set}-${language}.js`,
      await bundle(`export { default } from './src/messages/${set}/${language}.ts';`),
    );
// English is built in, except for the texts that most travellers never open.
write('locales/method-en.js', await bundle(`export { default } from './src/messages/method/en.ts';`));
writeFileSync(`${folder}/integrity.json`, `${JSON.stringify(integrity, null, 2)}\n`);
copyFileSync(`${ROOT}src/cdn/reserve.css`, `${folder}/reserve.css`);
