/** Makes the files that a page may load without a bundler: `dist/cdn/*.js`, one minified module an element. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { bundle, LANGUAGES, ROOT, TEXT_SETS } from './bundler.ts';

const folder = `${ROOT}dist/cdn`;

/** Elements that have a file of their own; each brings Lit along. */
const ELEMENTS = [
  'flight-emissions',
  'flight-offset-widget',
  'offset-order-list',
  'offset-status',
  'offset-transaction',
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/locales`, { recursive: true });
for (const name of ELEMENTS)
  writeFileSync(`${folder}/${name}.js`, await bundle(`export * from './src/define/${name}.ts';`));
for (const set of TEXT_SETS)
  for (const language of LANGUAGES)
    writeFileSync(
      `${folder}/locales/${set}-${language}.js`,
      await bundle(`export { default } from './src/messages/${set}/${language}.ts';`),
    );
