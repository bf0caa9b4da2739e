import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One file of a package that names another one, types included. Paths from the package's `src`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** A static import or re-export, as the formatter writes it. What is loaded with `import()` is no part of a file. */
const STATIC = /^(?:import|export)\b[^;'"`]*?from '(\.[^']+)'/gm;

/** Every source file of a package; tests may look into any room and are left out. */
export function listSources(source: string): string[] {
  return globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts', '**/*.fixture.ts', 'testing/**'] });
}

/** Every import between source files of a package. */
export function readImports(source: string): Import[] {
  return listSources(source).flatMap((from) =>
    [...readFileSync(join(source, from), 'utf8').matchAll(STATIC)].map(([, path = '']) => ({
      from,
      to: relative(source, join(source, dirname(from), path)),
    })),
  );
}

/** The room of a file: its folder, or itself where it lies in none. */
export function roomOf(file: string): string {
  const [room = file] = file.split('/');
  return room;
}
