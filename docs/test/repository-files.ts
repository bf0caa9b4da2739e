import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** What installs, builds, runs and tests leave behind, as `.gitignore` lists it. */
const LEFT_BEHIND =
  /^(?:node_modules|dist|coverage|screenshots|\.(?:git|data|cache|temp|next|wrangler|env.*)|.+\.(?:key|log|tgz|tsbuildinfo))$/;

/**
 * The files of this repository, found without git: whoever downloaded the sources may not have it.
 * @returns paths from the repository's folder, with `/`.
 */
export function repositoryFiles(): readonly string[] {
  return globSync(['**/*', '**/.*', '**/.*/**'], {
    cwd: REPOSITORY,
    withFileTypes: true,
    exclude: ({ name, parentPath }) =>
      LEFT_BEHIND.test(name) || (name === 'cache' && parentPath.endsWith('.vitepress')),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(REPOSITORY, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
