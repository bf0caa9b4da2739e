import { createHash } from 'node:crypto';
import { LETTERS } from '../store/ids.ts';

const LENGTH = 26;

/**
 * The identifier of what a form of the console adds: the same each time that form is sent, and never one of another
 * merchant. @param prefix of the identifier, such as `plt`.
 */
export function formId(prefix: string, merchantId: string, once: string): string {
  const hash = createHash('sha256').update(`${merchantId}\n${once}`).digest();
  return `${prefix}_${Array.from(hash.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
