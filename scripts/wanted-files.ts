import { glob } from 'node:fs/promises';

const ROOT = new URL('..', import.meta.url);

/**
 * Paths of which one of the parts is a part; all of them where no part is given. A part that none has ends the process with
 * 2: nothing would run, and all of it would hold.
 * @param what what the paths are, for the message.
 */
export function wantedPaths(paths: readonly string[], parts: readonly string[], what: string): string[] {
  const unknown = parts.find((part) => !paths.some((path) => path.includes(part)));
  if (unknown !== undefined) {
    console.error(`no path of ${what} contains "${unknown}"`);
    process.exit(2);
  }
  return paths.filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
}

/** Modules of the repository, in the order of their paths. @param parts as `wantedPaths` takes them. */
export async function wantedFiles(
  pattern: string,
  parts: readonly string[],
): Promise<{ path: string; href: string }[]> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: ROOT }))).toSorted();
  return wantedPaths(paths, parts, pattern).map((path) => ({ path, href: new URL(path, ROOT).href }));
}
