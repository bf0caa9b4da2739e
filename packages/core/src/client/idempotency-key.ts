import { isIdempotencyKey } from '../input/idempotency-key.ts';
import { ValidationError } from '../input/validation.ts';

/**
 * The key as it is sent.
 * @throws ValidationError for what is no header: it would fail like a connection, and be repeated for ever.
 */
export function checkedKey(key: string): string {
  if (isIdempotencyKey(key)) return key;
  throw new ValidationError('idempotencyKey', 'must be 1 to 255 printable ASCII characters');
}
