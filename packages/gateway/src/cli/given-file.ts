import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { codeOf, fileFault } from '../store/error-code.ts';
import { CommandError } from './command.ts';

/**
 * Checks a file that the operator names: for a folder, the system's error would not name it.
 * @returns its path.
 * @throws CommandError if it is a folder; the system's error if it does not exist.
 */
export function requireNotFolder(path: string): string {
  if (statSync(path).isDirectory()) throw new CommandError(`${path} cannot be opened: it is a folder.`);
  return path;
}

/**
 * Writes a file that the operator names, replacing an existing one.
 * @throws CommandError if not all of it can be written, since the system does not name the file then; the part, which
 *   looks like the whole, is removed. The system's error if it cannot be opened.
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
