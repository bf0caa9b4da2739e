/**
 * Returns the path below which the site is hosted, with a slash at both ends, as links begin with it: `/` by default.
 * @param environment Environment of the build: `DOCS_BASE` with or without these slashes, as workflows name it.
 */
export function siteBase({ DOCS_BASE = '' }: NodeJS.ProcessEnv): string {
  return `/${DOCS_BASE}/`.replace(/\/+/g, '/');
}

/**
 * Returns the absolute URL of the site if its origin is known, otherwise {@link siteBase}:
 * `DOCS_ORIGIN=https://docs.example.com`
 * @param base Path below which the site is hosted; ends in a slash.
 */
export function siteRoot(base: string, { DOCS_ORIGIN = '' }: NodeJS.ProcessEnv): string {
  return `${DOCS_ORIGIN.replace(/\/$/, '')}${base}`;
}
