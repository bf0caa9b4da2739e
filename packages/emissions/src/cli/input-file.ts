/** The file that is read. */
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * What is known of a file, its size among it.
 * @throws for a folder, which Node opens and fails to read without its name.
 */
export async function requireFile(path: string): Promise<Stats> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new Error(`${path} is a folder: give a file`);
  return stats;
}
