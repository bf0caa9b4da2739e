import { ValidationError } from '../validation.ts';

/**
 * The key as it is sent.
 * @throws ValidationError for what is no header: it would fail like a connection, and be repeated for ever.
 */
export function checkedKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new ValidationError('idempotencyKey', 'must be 1 to 255 printable ASCII characters');
}
