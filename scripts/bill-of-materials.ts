/**
 * Packages that a package installs, and those that its files contain copies of, in CycloneDX: completes `pnpm sbom`.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGES } from './consumers/pack.ts';
import { readCopies } from './copies.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('..', import.meta.url));

/** Packages whose package.json names no licence, with that of their licence file. */
const LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface Reference {
  readonly type: string;
  readonly url: string;
  readonly hashes?: readonly unknown[];
}

/** A part of a package; fields that are only passed on are not listed. */
export interface Part {
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly unknown[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly externalReferences?: readonly Reference[];
}

export interface BillOfMaterials {
  readonly metadata: { readonly component: Part; readonly lifecycles: readonly { readonly phase: string }[] };
  readonly components: readonly Part[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

async function generateSbom(name: string, ...options: string[]): Promise<BillOfMaterials> {
  // More tools read 1.6 than 1.7.
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6'];
  const args = ['--filter', `@flight-offset/${name}`, 'sbom', ...format, ...options];
  const { stdout } = await run('pnpm', args, { cwd: repository, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}

/** `name@version`, with the scope. */
export const nameOf = ({ group, name, version }: Part): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`;

/** Returns the part without its registry URL, which may be a mirror's; its hash stays. */
function published(part: Part, isCopy: boolean): Part {
  const references = part.externalReferences ?? [];
  const hashes = references.flatMap(({ type, hashes }) => (type === 'distribution' ? (hashes ?? []) : []));
  const licence = LICENCES[part.name];
  return {
    ...part,
    ...(licence && { licenses: [{ license: { id: licence } }] }),
    ...(hashes.length > 0 && { hashes }),
    // The name that CycloneDX registers for it.
    ...(isCopy && { properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }] }),
    externalReferences: references.filter(({ type }) => type !== 'distribution'),
  };
}

/**
 * Returns the bill of materials of a built package. Versions of installed packages are those of the lockfile; of
 * copies, exact.
 * @param name Name of the package, without its scope.
 * @throws Error if it is not built, or a copy is of a package that it does not depend on.
 */
export async function billOfMaterials(name: string): Promise<BillOfMaterials> {
  const copies = new Set(readCopies(`${repository}packages/${name}`));
  const [installed, all] = await Promise.all([generateSbom(name, '--prod'), generateSbom(name)]);
  const known = new Set(installed.components.map(nameOf));
  const unlisted = all.components.filter((part) => copies.has(nameOf(part)) && !known.has(nameOf(part)));
  const parts = [...installed.components, ...unlisted];
  const missing = [...copies].filter((copy) => !parts.some((part) => nameOf(part) === copy));
  if (missing.length > 0) throw new Error(`${name} holds copies of what it does not depend on: ${missing}`);

  const own = installed.metadata.component['bom-ref'];
  const references = new Set([own, ...parts.map((part) => part['bom-ref'])]);
  const ofCopies = parts.filter((part) => copies.has(nameOf(part))).map((part) => part['bom-ref']);
  const edges = new Map(
    [...all.dependencies, ...installed.dependencies].map((one) => [one.ref, one.dependsOn]),
  );
  return {
    ...installed,
    metadata: { ...installed.metadata, lifecycles: [{ phase: 'build' }] },
    components: parts
      .map((part) => published(part, copies.has(nameOf(part))))
      .sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: [...references].sort().map((ref) => {
      const needed = [...(edges.get(ref) ?? []), ...(ref === own ? ofCopies : [])];
      return { ref, dependsOn: [...new Set(needed)].filter((one) => references.has(one)).sort() };
    }),
  };
}

/** Writes the bill of each package into a folder, as `core.cdx.json` and so on. @returns Their paths. */
export async function writeBills(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    PACKAGES.map(async (name) => {
      const path = join(folder, `${name}.cdx.json`);
      await writeFile(path, `${JSON.stringify(await billOfMaterials(name), null, 2)}\n`);
      return path;
    }),
  );
}
