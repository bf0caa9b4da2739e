import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finds the path of an installed program; Debian keeps servers out of the path of most accounts. */
export function findProgram(program: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}
