/**
 * Generates, from the JSDoc of the classes, the files that editors and frameworks read: `dist/custom-elements.json`,
 * types for JSX (React, Preact, Solid), Vue and Svelte, and data for VS Code.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './bundler.ts';
import type { Described, ElementDescription } from './element-description.ts';
import { frameworkTypes } from './framework-types.ts';
import { vscodeData } from './vscode-data.ts';

/** The manifest, without private members. */
export interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly Partial<ElementDescription>[] }[];
}

const LISTS = ['attributes', 'members', 'events', 'slots', 'cssParts', 'cssProperties', 'cssStates'] as const;

/** Tests whether a member is part of the public API. */
const isPublic = ({ name, privacy }: Described): boolean =>
  privacy !== 'private' && privacy !== 'protected' && !name.startsWith('#') && !/Callback$/.test(name);

/** Replaces the source of a module by the file of it that the package has. */
function withPackedPaths(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || (name !== 'path' && name !== 'module')) return value;
  return value.replace(/^(\/?)src\//, '$1dist/').replace(/\.ts$/, '.js');
}

/** Generates the manifest from the sources and reads it. */
export function readManifest(): Manifest {
  const { status, stderr } = spawnSync('cem', ['analyze'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${ROOT}node_modules/.bin:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`The analyzer failed: ${stderr}`);
  const text = readFileSync(`${ROOT}dist/.manifest/custom-elements.json`, 'utf8');
  const manifest = JSON.parse(text, withPackedPaths) as Manifest;
  const modules = manifest.modules.map((module) => ({
    ...module,
    declarations: (module.declarations ?? []).map((declaration) =>
      declaration.members ? { ...declaration, members: declaration.members.filter(isPublic) } : declaration,
    ),
  }));
  return { ...manifest, modules };
}

/** Returns the elements of a manifest by tag, with a list for each kind of member. */
export function elementsOf({ modules }: Manifest): ElementDescription[] {
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName)
    .map((declaration) => {
      const lists = Object.fromEntries(LISTS.map((list) => [list, declaration[list] ?? []]));
      return { ...declaration, ...lists } as unknown as ElementDescription;
    })
    .sort((a, b) => a.tagName.localeCompare(b.tagName));
}

if (import.meta.main) {
  const manifest = readManifest();
  const elements = elementsOf(manifest);
  mkdirSync(`${ROOT}dist/types`, { recursive: true });
  // Without white space, a quarter of its size: programs read it.
  writeFileSync(`${ROOT}dist/custom-elements.json`, JSON.stringify(manifest));
  for (const [name, code] of Object.entries(frameworkTypes(elements)))
    writeFileSync(`${ROOT}dist/types/${name}.d.ts`, code);
  for (const [name, data] of Object.entries(vscodeData(elements)))
    writeFileSync(`${ROOT}dist/${name}.json`, `${JSON.stringify(data, null, 2)}\n`);
}
