/** Packages that the bundled files of a package contain copies of: its bundler lists them for the bill of materials. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Not in any tarball. */
const FILE = 'dist/.tools/copies.json';

const OTHERS = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const OURS = /^.*\/packages\/[^/]+/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Returns the folders of third-party packages that modules belong to. @param modules Absolute paths. */
export function foldersOfOthers(modules: readonly string[]): ReadonlySet<string> {
  return new Set(modules.flatMap((path) => OTHERS.exec(path)?.[0] ?? []));
}

/**
 * Lists the packages that the bundled files of a package contain copies of, including those of this repository.
 * @param folder Folder of the package.
 * @param modules Absolute paths of all bundled modules.
 */
export function writeCopies(folder: string, modules: readonly string[]): void {
  const ours = modules.flatMap((path) => (OTHERS.test(path) ? [] : (OURS.exec(path)?.[0] ?? [])));
  const { name: own } = manifestOf(folder);
  const copies = [...new Set([...foldersOfOthers(modules), ...ours])].map(manifestOf);
  const names = copies.flatMap(({ name, version }) => (name === own ? [] : `${name}@${version}`));
  mkdirSync(dirname(join(folder, FILE)), { recursive: true });
  writeFileSync(join(folder, FILE), JSON.stringify([...new Set(names)].sort()));
}

/**
 * Reads the list of {@link writeCopies}, as `name@version`; empty for a package without bundles. @throws If it is not
 * built.
 */
export function readCopies(folder: string): readonly string[] {
  if (manifestOf(folder).scripts?.bundle === undefined) return [];
  return JSON.parse(readFileSync(join(folder, FILE), 'utf8'));
}
