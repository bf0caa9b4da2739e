import { glob } from 'node:fs/promises';

const ROOT = new URL('..', import.meta.url);

/**
 * Returns the paths that contain one of the parts; without parts, all of them. A part that no path contains ends the
 * process with 2: otherwise nothing would run, and all would pass.
 * @param what Name of the paths, for the message.
 */
export function wantedPaths(paths: readonly string[], parts: readonly string[], what: string): string[] {
  const unknown = parts.find((part) => !paths.some((path) => path.includes(part)));
  if (unknown !== undefined) {
    console.error(`no path of ${what} contains "${unknown}"`);
    process.exit(2);
  }
  return paths.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
}

/** Imports modules of the repository, in the order of their paths. @param parts As for `wantedPaths`. */
export async function wantedFiles(
  pattern: string,
  parts: readonly string[],
): Promise<{ path: string; href: string }[]> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: ROOT }))).toSorted();
  return wantedPaths(paths, parts, pattern).map((path) => ({ path, href: new URL(path, ROOT).href }));
}
