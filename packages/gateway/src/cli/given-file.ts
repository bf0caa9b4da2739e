import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { codeOf, fileFault } from '../store/error-code.ts';
import { CommandError } from './command.ts';

/**
 * A file that the operator names, before it is read: if it is a folder, the system's error does not name it.
 * @returns its path.
 * @throws CommandError if it is a folder; the system's error if it does not exist.
 */
export function givenFile(path: string): string {
  if (statSync(path).isDirectory()) throw new CommandError(`${path} cannot be opened: it is a folder.`);
  return path;
}

/**
 * Writes a file that the operator names, replacing an existing one.
 * @throws CommandError if not all of it can be written: the system does not name the file then. The part that was
 *   written is removed, since it looks like the whole. The system's error if it cannot be opened.
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
