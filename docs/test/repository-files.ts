import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Files that installing, building, running and testing create, and git's own folder. */
const LEFT_BEHIND = ['.git', ...readFileSync(join(REPOSITORY, '.gitignore'), 'utf8').trim().split('\n')].map(
  (line) => (line.startsWith('/') ? line : `**/${line}`).replace(/^\/|\/$/g, ''),
);

/**
 * Lists the files of this repository, without git, which a downloaded copy of the sources may lack.
 * @returns Paths from the repository's folder, with `/`.
 */
export function repositoryFiles(): readonly string[] {
  return globSync(['**/*', '**/.*', '**/.*/**'], {
    cwd: REPOSITORY,
    withFileTypes: true,
    exclude: LEFT_BEHIND,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(REPOSITORY, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
