import { statSync } from 'node:fs';
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
