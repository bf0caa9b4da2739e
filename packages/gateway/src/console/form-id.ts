import { createHash } from 'node:crypto';
import { LETTERS } from '../store/ids.ts';

const LENGTH = 26;

/**
 * Returns the identifier of an object that a console form adds: the same each time the form is sent, and never another
 * merchant's. @param prefix of the identifier, such as `plt`.
 */
export function formId(prefix: string, merchantId: string, once: string): string {
  const hash = createHash('sha256').update(`${merchantId}\n${once}`).digest();
  return `${prefix}_${Array.from(hash.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
