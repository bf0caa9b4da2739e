/** Makes the JavaScript of the package, and the file with the licences of its bundled dependencies. */
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersOfOthers, writeCopies } from '../../../scripts/copies.ts';
import { bundleInto } from './bundler.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PACKAGE, 'dist');

for (const old of globSync('**/*.js{,.map}', { cwd: DIST })) rmSync(join(DIST, old));
const output = await bundleInto(DIST);

/** Reads a package's name, version and licence from its folder. */
function licenceOf(folder: string): { readonly of: string; readonly text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(one));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
  return { of: `${name} ${version}`, text };
}

const modules = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
writeCopies(PACKAGE, modules);
// Several packages have exactly the same text: it is printed once, below all of their names.
const byText = Map.groupBy([...foldersOfOthers(modules)].map(licenceOf), ({ text }) => text);
const licences = Array.from(byText, ([text, packages]) => {
  const names = packages.map(({ of }) => of).toSorted();
  return `${names.join('\n')}\n\n${text}`;
}).toSorted();
const rule = `\n\n${'-'.repeat(80)}\n\n`;
writeFileSync(
  join(DIST, 'THIRD-PARTY-LICENCES.txt'),
  `The files of this folder contain these packages.${rule}${licences.join(rule)}\n`,
);
