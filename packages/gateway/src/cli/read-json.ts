import { readFile } from 'node:fs/promises';
import { CommandError } from './command.ts';
import { givenFile } from './given-file.ts';

/** Reads a JSON file that the operator names. @throws CommandError where it is none. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(givenFile(path), 'utf8');
  try {
    // A byte order mark, as editors of Windows write it, is no part of JSON.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CommandError(`${path} is not valid JSON.`);
  }
}
