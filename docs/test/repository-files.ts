import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** What installs, builds, runs and tests leave behind, and git's own folder. */
const LEFT_BEHIND = ['.git', ...readFileSync(join(REPOSITORY, '.gitignore'), 'utf8').trim().split('\n')].map(
  (line) => (line.startsWith('/') ? line : `**/${line}`).replace(/^\/|\/$/g, ''),
);

/**
 * The files of this repository, found without git: whoever downloaded the sources may not have it.
 * @returns paths from the repository's folder, with `/`.
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
