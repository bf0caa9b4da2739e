import { glob } from 'node:fs/promises';

const ROOT = new URL('..', import.meta.url);

/**
 * Modules of the repository, in the order of their paths.
 * @param part what a path contains; a misspelt one ends the process with 2: nothing would run, and all of it would hold.
 */
export async function wantedFiles(pattern: string, part: string): Promise<{ path: string; href: string }[]> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: ROOT }))).toSorted();
  const wanted = paths.filter((path) => path.includes(part));
  if (wanted.length > 0) return wanted.map((path) => ({ path, href: new URL(path, ROOT).href }));
  console.error(`no path of ${pattern} contains "${part}"`);
  process.exit(2);
}
