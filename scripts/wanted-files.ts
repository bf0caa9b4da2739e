import { glob } from 'node:fs/promises';

const ROOT = new URL('..', import.meta.url);

/**
 * Modules of the repository, in the order of their paths.
 * @param parts of which a path contains one; all paths where there is none. A misspelt one ends the process with 2: nothing
 * would run, and all of it would hold.
 */
export async function wantedFiles(
  pattern: string,
  parts: readonly string[],
): Promise<{ path: string; href: string }[]> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: ROOT }))).toSorted();
  const unknown = parts.find((part) => !paths.some((path) => path.includes(part)));
  if (unknown !== undefined) {
    console.error(`no path of ${pattern} contains "${unknown}"`);
    process.exit(2);
  }
  const wanted = paths.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
  return wanted.map((path) => ({ path, href: new URL(path, ROOT).href }));
}
