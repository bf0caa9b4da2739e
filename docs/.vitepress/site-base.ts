/**
 * The path below which the site is hosted, with a slash at both ends, as links begin with it: `/` by default.
 * @param environment of the build: `DOCS_BASE` with or without these slashes, as workflows name it.
 */
export function siteBase({ DOCS_BASE = '' }: NodeJS.ProcessEnv): string {
  return `/${DOCS_BASE}/`.replace(/\/+/g, '/');
}
