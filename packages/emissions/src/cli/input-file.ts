/** The file that is read. */
import { stat } from 'node:fs/promises';

/**
 * Bytes of a file.
 * @throws for a folder, which Node opens and fails to read without its name.
 */
export async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new Error(`${path} is a folder: give a file`);
  return stats.size;
}
