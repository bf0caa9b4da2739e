import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

const MANIFEST = fileURLToPath(new URL('../../packages/core/package.json', import.meta.url));

/**
 * Returns the URL of the repository: `DOCS_REPOSITORY`, or the one whose workflow builds the site; undefined elsewhere.
 */
function repositoryUrl({
  DOCS_REPOSITORY,
  GITHUB_SERVER_URL,
  GITHUB_REPOSITORY,
}: NodeJS.ProcessEnv): string | undefined {
  if (DOCS_REPOSITORY) return DOCS_REPOSITORY;
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;
}

/**
 * Creates the menu that names the documented version, with the changes of the API and, if its URL is known, the
 * repository.
 * @param environment Environment of the build.
 */
export function releaseMenu(environment: NodeJS.ProcessEnv): DefaultTheme.NavItemWithChildren {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
  const repository = repositoryUrl(environment);
  return {
    text: `Version ${version}`,
    items: [
      { text: 'API changelog', link: '/reference/changelog' },
      { text: 'Upgrading', link: '/guide/upgrading' },
      ...(repository ? [{ text: 'Repository', link: repository }] : []),
    ],
  };
}
