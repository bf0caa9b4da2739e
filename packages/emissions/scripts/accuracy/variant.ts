/** A modified copy of the engine, run beside the engine itself. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Engine from '../../src/index.ts';
import { sourceFolder } from '../build/sources.ts';

const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** One change to a file of the package, which must contain `from` exactly once. */
export interface Edit {
  /** Path from the package's folder. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Modifications of a variant. */
export interface VariantOptions {
  readonly edits?: readonly Edit[];
  /** Generated modules (name without ending, text) in place of those in `src/data`. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Rebuild the modules, with the edits also applied to the build and its tables. */
  readonly rebuild?: boolean;
}

/** Applies an edit to a file's text. @throws Error unless the text to be replaced occurs exactly once. */
export function applyEdit(text: string, { file, from, to }: Edit): string {
  const found = text.split(from).length - 1;
  if (found !== 1) throw new Error(`${file}: "${from}" stands there ${found} times, not once`);
  return text.replace(from, () => to);
}

/** Runs `use` with a modified copy of the engine, and then deletes the copy. */
export async function withVariant<T>(
  { edits = [], modules = {}, rebuild = false }: VariantOptions,
  use: (engine: typeof Engine) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'emissions-variant-'));
  const urlOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const writeModules = (texts: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(texts)) {
      writeFileSync(join(folder, 'src/data', `${name}.ts`), text);
    }
  };
  try {
    for (const part of ['src', 'data-src', 'scripts/build', 'package.json']) {
      cpSync(join(packageFolder, part), join(folder, part), { recursive: true });
    }
    // The build reads its tables with a library.
    symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const edit of edits) {
      const path = join(folder, edit.file);
      writeFileSync(path, applyEdit(readFileSync(path, 'utf8'), edit));
    }
    if (rebuild) {
      process.env.FLIGHT_OFFSET_DATA = fileURLToPath(sourceFolder);
      const build = (await import(urlOf('scripts/build/modules.ts'))) as {
        buildModules: () => Readonly<Record<string, string>>;
      };
      writeModules(build.buildModules());
    }
    writeModules(modules);
    return await use((await import(urlOf('src/index.ts'))) as typeof Engine);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
