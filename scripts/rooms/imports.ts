import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One file of a package that names another one, types included. Paths from the package's `src`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** A static import or re-export, as the formatter writes it. `import()` does not count. */
const STATIC = /^(?:import|export)\b[^;'"`]*?from '(\.[^']+)'/gm;

/** Returns every source file of a package; tests may import from any room and are left out. */
export function listSources(source: string): string[] {
  return globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts', '**/*.fixture.ts', 'testing/**'] });
}

/** Returns every import between source files of a package. */
export function readImports(source: string): Import[] {
  return listSources(source).flatMap((from) =>
    [...readFileSync(join(source, from), 'utf8').matchAll(STATIC)].map(([, path = '']) => ({
      from,
      to: relative(source, join(source, dirname(from), path)),
    })),
  );
}

/** Returns the room of a file: its folder, or the file itself if it has none. */
export function roomOf(file: string): string {
  const [room = file] = file.split('/');
  return room;
}
