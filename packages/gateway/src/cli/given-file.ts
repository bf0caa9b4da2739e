import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { codeOf, fileFault } from '../store/error-code.ts';
import { CommandError } from './command.ts';

/**
 * A file that the operator names, before it is read: the system reports of a folder that it is one, but not which.
 * @returns its path.
 * @throws CommandError where it is a folder, the system's error where it is not there.
 */
export function givenFile(path: string): string {
  if (statSync(path).isDirectory()) throw new CommandError(`${path} cannot be opened: it is a folder.`);
  return path;
}

/**
 * Writes a file that the operator names, in place of one that is there.
 * @throws CommandError where not all of it can be written: the system does not name the file then. What is there of it is removed,
 *   since it looks like the whole. The system's error where it cannot be opened.
 */
export async function writeGivenFile(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    if (!(error instanceof Error) || 'path' in error) throw error;
    if (statSync(path).isFile()) await rm(path);
    throw new CommandError(`${path} cannot be written: ${fileFault(codeOf(error))}.`);
  }
}
