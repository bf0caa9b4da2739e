/** Regular expression of an `Idempotency-Key`, for client and service: printable ASCII. */
export const IDEMPOTENCY_KEY_PATTERN = '^[ -~]{1,255}$';

const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/**
 * Whether a text may be sent as an `Idempotency-Key`: 1 to 255 printable ASCII characters.
 * @example
 * isIdempotencyKey('booking-7Q2MLK'); // true
 */
export function isIdempotencyKey(text: string): boolean {
  return PATTERN.test(text);
}
