import { readFile } from 'node:fs/promises';
import { requireStorable } from '@flight-offset/core/server';
import { CommandError } from './command.ts';
import { requireNotFolder } from './given-file.ts';

/** Refuses bytes that are not UTF-8, and removes a byte order mark, which Windows editors write. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON file that the operator names.
 * @throws CommandError if it is not JSON in UTF-8: travellers would read symbols in place of letters. ValidationError
 *   if it holds text that no database stores.
 */
export async function readJson(path: string): Promise<unknown> {
  const bytes = await readFile(requireNotFolder(path));
  const value = parseJson(bytes, path);
  requireStorable(value);
  return value;
}

function parseJson(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new CommandError(`${path} is not valid JSON in UTF-8.`);
  }
}
