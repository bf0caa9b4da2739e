import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Returns the status of a file, including its size.
 * @throws If it is a folder, which Node opens and then fails to read without naming it.
 */
export async function requireFile(path: string): Promise<Stats> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new Error(`${path} is a folder: give a file`);
  return stats;
}
