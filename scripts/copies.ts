/** Which packages the bundled files of a package hold copies of: its bundler writes them down, a bill of materials reads them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** In no tarball. */
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

/** Folders of the packages of others that modules belong to. @param modules absolute paths. */
export function foldersOfOthers(modules: readonly string[]): ReadonlySet<string> {
  return new Set(modules.flatMap((path) => OTHERS.exec(path)?.[0] ?? []));
}

/**
 * Writes down which packages the bundled files of a package hold copies of, those of this repository too.
 * @param folder of the package.
 * @param modules absolute paths of all that was bundled.
 */
export function writeCopies(folder: string, modules: readonly string[]): void {
  const ours = modules.flatMap((path) => (OTHERS.test(path) ? [] : (OURS.exec(path)?.[0] ?? [])));
  const { name: own } = manifestOf(folder);
  const copies = [...new Set([...foldersOfOthers(modules), ...ours])].map(manifestOf);
  const names = copies.flatMap(({ name, version }) => (name === own ? [] : `${name}@${version}`));
  mkdirSync(dirname(join(folder, FILE)), { recursive: true });
  writeFileSync(join(folder, FILE), JSON.stringify([...new Set(names)].sort()));
}

/** What {@link writeCopies} wrote, as `name@version`; nothing of a package that is not bundled. @throws if it is not built. */
export function readCopies(folder: string): readonly string[] {
  if (manifestOf(folder).scripts?.bundle === undefined) return [];
  return JSON.parse(readFileSync(join(folder, FILE), 'utf8'));
}
